"""HTML reports as one self-contained page for phones, desktops and print, in light and dark mode."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import resources

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<header>
<p class="house">Saleroom {kind}</p>
<h1>{title}</h1>
<p>{summary}</p>
</header>
{sections}
</main>
</body>
</html>
"""


def page(kind: str, title: str, summary: str, sections: Iterable[str]) -> str:
    """Return a complete HTML page with the given sections; empty sections are left out."""
    style = resources.files("saleroom.lab.reports").joinpath("report.css").read_text("utf-8")
    shown = "\n".join(section for section in sections if section)
    return PAGE.format(kind=kind, title=escape(title), style=style, summary=escape(summary), sections=shown)


def section(name: str, heading: str, *parts: str) -> str:
    """Return a section with a heading. The heading's id is `name`; empty parts are left out."""
    inner = "\n".join(part for part in parts if part)
    return f'<section aria-labelledby="{name}">\n<h2 id="{name}">{escape(heading)}</h2>\n{inner}\n</section>'


def paragraph(text: str) -> str:
    """Return plain text as an HTML paragraph."""
    return f"<p>{escape(text)}</p>"


def figure(svg: str) -> str:
    """Return SVG, wrapped in a `figure` element."""
    return f"<figure>{svg}</figure>"


def beside(figure: str, table: str) -> str:
    """Return a figure and its table, side by side if the page is wide enough."""
    return f'<div class="beside">{figure}{table}</div>'


def grid(parts: list[str]) -> str:
    """Return a grid of equally wide parts, with as many parts in a row as fit."""
    return f'<div class="grid">{"".join(f"<div>{part}</div>" for part in parts)}</div>' if parts else ""


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table whose cells are HTML and whose first column has the row headings. A wide table can be scrolled."""
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = []
    for first, *rest in rows:
        cells = "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in rest)
        lines.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">\n<table>\n'
        f"<caption><span>{escape(caption)}</span></caption>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{chr(10).join(lines)}\n</tbody>\n</table>\n</div>"
    )


def bullets(lines: Iterable[str]) -> str:
    """Return sentences as an HTML list, or an empty string if there are no sentences."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ul class="said">{items}</ul>' if items else ""
