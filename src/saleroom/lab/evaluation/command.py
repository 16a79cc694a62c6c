"""Command `saleroom evaluate`, after its options have been parsed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from saleroom import extras
from saleroom.bots import players
from saleroom.bots.cores import cores
from saleroom.kernel.game import Game
from saleroom.lab.evaluation import formatting
from saleroom.lab.evaluation.running import Evaluation, GetReady, chosen, evaluated
from saleroom.lab.runs import folders
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.match.seeds import Seed, seed_bytes

NAMES = JSON, MARKDOWN, PAGE = "evaluation.json", "evaluation.md", "evaluation.html"


def evaluate(
    game: Game,
    policy: str,
    against: Sequence[str],
    deals: int | None,
    seed: Seed,
    out: Path | None,
    jobs: int | None,
    get_ready: GetReady,
) -> Evaluation:
    """Play the requested evaluation and print it.

    If `out` is given, also write the evaluation to this folder as JSON, Markdown and HTML.
    """
    extras.need_lab()
    players.check(policy)
    cells = chosen(game, policy, against, deals)
    if not cells:
        raise ValueError(f"{policy} is not measured against itself; name another policy, or other opponents")
    if out is not None:
        folders.check(out, NAMES)
        folders.check_writable(out)
    key = None if seed is None else seed_bytes(seed)
    with ending_by_signal():
        evaluation = evaluated(
            game,
            policy,
            cells,
            key,
            out,
            jobs or cores(),
            get_ready,
            lambda cell: print(formatting.line(cell, game.unit), flush=True),
        )
    if out is not None:
        write_outputs(evaluation, out)
        print(f"The page: {out / PAGE}")
    return evaluation


def write_outputs(evaluation: Evaluation, out: Path) -> None:
    """Write all three files, each atomically."""
    files = {
        JSON: folders.pretty(evaluation),
        MARKDOWN: folders.text(formatting.markdown(evaluation)),
        PAGE: folders.text(formatting.page(evaluation)),
    }
    folders.write_results(out, files, out)
