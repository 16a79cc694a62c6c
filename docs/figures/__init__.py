"""Figures of the pages, each from its data file: `python -m docs.figures` writes them into the page that owns them.

A block between `<!-- NAME: begin -->` and `<!-- NAME: end -->` is generated. Other pages link to it.
"""
