"""The tests of one game each: articles, slow twin, possible worlds, claims of hints, recorded matches."""
