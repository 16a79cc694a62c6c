"""One player measured by a fixed protocol, so that figures of different people are comparable."""
