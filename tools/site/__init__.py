"""The documentation as a site: `make docs`.

Pages of `docs/` and a few others of the repository are copied. Pages of games and of the reference are generated from
the code's declarations. Zensical converts all of them to HTML in `build/site/html`.
"""
