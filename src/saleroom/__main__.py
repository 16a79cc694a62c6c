"""Entry point of `saleroom` and `python -m saleroom`; it handles Ctrl-C even during imports."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    try:
        from saleroom.cli import main as run

        run()
    except KeyboardInterrupt:
        print("saleroom: interrupted", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
