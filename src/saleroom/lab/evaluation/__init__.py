"""One player measured by a protocol that is the same for everybody, so that figures of different people compare."""
