"""The documentation as a site: `make docs`.

Pages are those of `docs/` and a few of the repository's own, copied; pages of games and of the reference are made from
what the code declares. Zensical turns all of them into HTML in `build/site/html`.
"""
