"""Write docs/research/nets.md from the files of the shipped nets: `python -m docs.nets`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docs.pages import table
from saleroom.bots.compiled import net_features
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import Learned, digest
from saleroom.games import NAMES, load

PAGE = Path(__file__).with_name("research") / "nets.md"
HEAD = ["game", "features", "size", "trained", "labels", "among `random`", "among `house`"]


def page() -> str:
    """Return the whole page."""
    nets = {name: found for name in NAMES if net_features.load(name) and (found := shipped(name))}
    parts = [
        "# The nets of the games",
        "This page is written by `make pages` from the files of the nets; do not edit it. [The players](players.md) "
        "describes how nets decide and learn. Figures are the points or chips of a deal that one net makes beyond the "
        "mean of its opponents, who are all the same player, on the same deals in every seat of a table of the usual "
        "size, with 95 % intervals.",
        table(HEAD, map(_line, nets.items())),
        *(part for name, net in nets.items() for part in _card(name, net)),
    ]
    return "\n\n".join(parts) + "\n"


def _line(item: tuple[str, Learned]) -> list[object]:
    name, net = item
    last = net.about["curve"][-1]
    size = sum(array.nbytes for array in net.weights) / 1000
    hours = f"{60 * net.about['hours']:.0f} minutes"
    return [load(name).title, len(net.weights.first), f"{size:.0f} kB", hours, _labels(last), *_ahead(last)]


def _card(name: str, net: Learned) -> Iterable[str]:
    """Yield the section about one net, which says how it was made, and how strong it was during training."""
    about = net.about
    yield f"## {load(name).title}"
    yield (
        f"`{about['command']}`: saleroom {about['saleroom']}, version {about['features']} of the features, "
        f"{about['machine']}, JAX {about['jax']}. SHA-256 of the weights: `{digest(net.weights)[:16]}…`."
    )
    rows = [[f"{row['minutes']:.1f}", _labels(row), *_ahead(row)] for row in about["curve"]]
    yield table(["minutes", "labels", "among `random`", "among `house`"], rows)


def _labels(row: dict[str, Any]) -> str:
    return f"{row['labels'] / 1e6:.1f} M"


def _ahead(row: dict[str, Any]) -> list[str]:
    return [f"{mean:+.2f} ± {half:.2f}".replace("-", "−") for mean, half in (row["random"], row["house"])]


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
