"""Draw docs/table.svg, a moment of Auction House as the terminal shows it. Run: python docs/picture.py"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

FELT = TerminalTheme(
    background=(22, 46, 38),
    foreground=(226, 232, 220),
    normal=[
        (12, 30, 24),
        (232, 104, 92),
        (126, 200, 130),
        (222, 186, 98),
        (112, 168, 240),
        (206, 146, 220),
        (110, 200, 200),
        (226, 232, 220),
    ],
)
COLUMNS = 70


def screen() -> str:
    """Return the terminal's output that shows the table after a few turns, up to the next prompt."""
    program = Path(sys.executable).parent / "saleroom"
    where = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "SALEROOM_PACE": "0", "TERM": "xterm-256color"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [program, "play", "auction-house", "--seed", "3"],
            input="1\n" * 8 + "quit\n",
            capture_output=True,
            text=True,
            env=where,
            cwd=folder,
            check=True,
        )
    return done.stdout.split("card>")[-2].strip("\n") + "\n card>"


def main() -> None:
    """Write the picture next to this file."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(screen()))
    drawn = console.export_svg(title="saleroom play", theme=FELT)
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)  # no fonts from elsewhere
    drawn = drawn.replace("Fira Code, monospace", "DejaVu Sans Mono, Menlo, Consolas, monospace")
    Path(__file__).with_name("table.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
