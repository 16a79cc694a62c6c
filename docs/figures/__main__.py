"""Write every generated block into the page that owns it: `python -m docs.figures`."""

from docs.figures import blocks

if __name__ == "__main__":
    blocks.write()
