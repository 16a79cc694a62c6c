"""Figures as inline SVG, with colours from the page's style sheet for light and dark mode."""

from __future__ import annotations

import html
import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MARKS = "osD^vPX*"
WIDTH = 3.7  # inches; the width of a phone at 96 pixels per inch, so that labels and text have the same size
INK, QUIET = "#010203", "#040506"
TONES = [f"#0a0b{at:02x}" for at in range(len(MARKS))]
STYLES = {INK: "var(--ink)", QUIET: "var(--line)", **{tone: f"var(--p{at})" for at, tone in enumerate(TONES)}}
"""Placeholder colours, with the style sheet variables that replace them."""

SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "saleroom",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": QUIET,
    "grid.linewidth": 0.5,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "lines.markersize": 6,
    "errorbar.capsize": 3,
}


@contextmanager
def figure(name: str, alt: str, height: float) -> Iterator[tuple[Any, list[str]]]:
    """Yield axes to draw on, and a list to which the SVG is added when the block ends."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # do not show messages about Matplotlib's caches
    import matplotlib as mpl
    from matplotlib.figure import Figure

    drawn: list[str] = []
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.patch.set_visible(False)
        axes = figure.add_subplot()
        axes.patch.set_visible(False)
        yield axes, drawn
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        drawn.append(_inline(file.getvalue(), name, alt))


def _inline(svg: str, name: str, alt: str) -> str:
    """Return a figure to embed in a page, with unique ids, the page's colours and fonts, and a text alternative."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'href="#', f'href="#{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-")
    svg = re.sub("|".join(STYLES), lambda found: STYLES[found[0]], svg)
    svg = svg.replace("'DejaVu Sans'", "inherit").replace("font-family: DejaVu Sans", "font-family: inherit")
    box = re.search(r'viewBox="[^"]*"', svg)
    body = svg[svg.index(">") + 1 :]
    return (
        f'<svg role="img" aria-label="{html.escape(alt)}" {box[0] if box else ""} '
        f'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{body}'
    )
