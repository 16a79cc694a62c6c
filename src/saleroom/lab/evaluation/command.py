"""Command `saleroom evaluate`, after its options have been parsed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from saleroom import extras
from saleroom.bots.cores import cores
from saleroom.kernel.game import Game
from saleroom.lab.evaluation import formatting
from saleroom.lab.evaluation.exploitability import FILE, check_same, with_exploitability
from saleroom.lab.evaluation.policy_digest import policy_digest
from saleroom.lab.evaluation.protocol import Cards
from saleroom.lab.evaluation.running import Evaluation, GetReady, Resources, chosen, evaluated
from saleroom.lab.evaluation.season import read_season
from saleroom.lab.policies import check_policy, policy_player
from saleroom.lab.runs import folders
from saleroom.lab.runs.workers import ending_by_signal
from saleroom.match.seeds import Seed, seed_bytes

NAMES = JSON, MARKDOWN, PAGE = "evaluation.json", "evaluation.md", "evaluation.html"


@dataclass(frozen=True)
class Request:
    """Options of `saleroom evaluate`."""

    policy: str
    against: Sequence[str] = ()
    deals: int | None = None
    seed: Seed = None
    season: str | None = None
    files: Sequence[Path] = ()
    out: Path | None = None
    jobs: int | None = None


def evaluate(game: Game, request: Request, get_ready: GetReady) -> Evaluation:
    """Play the requested evaluation and print it.

    If `request.out` is given, also write the evaluation to this folder as JSON, Markdown and HTML.
    """
    extras.need_lab()
    policy, out = request.policy, request.out
    check_policy(policy)
    cells = chosen(game, policy, request.against, request.deals)
    if not cells:
        raise ValueError(f"{policy} is not measured against itself; name another policy, or other opponents")
    if request.season is not None and request.seed is not None:
        raise ValueError("--season and --seed: a season has cards of its own; give one of the two")
    if out is not None:
        folders.check(out, NAMES)
        folders.check_writable(out)
    cards = _cards(request)
    if out is not None:
        known = {"game": game.name, "policy": policy, "policy_digest": cards.policy_digest}
        check_same(out / FILE, known)
    with ending_by_signal():
        evaluation = evaluated(
            game,
            policy_player(game, policy, out),
            cells,
            cards,
            Resources(out, request.jobs or cores(), get_ready),
            lambda cell: print(formatting.line(cell, game.unit), flush=True),
        )
    if out is not None:
        evaluation = with_exploitability(evaluation, out)
        write_outputs(evaluation, out)
        print(f"The page: {out / PAGE}")
    return evaluation


def _cards(request: Request) -> Cards:
    digest = policy_digest(request.policy, request.files)
    seed = None if request.seed is None else seed_bytes(request.seed)
    return Cards(seed, None if request.season is None else read_season(request.season), digest)


def write_outputs(evaluation: Evaluation, out: Path) -> None:
    """Write all three files, each atomically."""
    files = {
        JSON: folders.pretty(evaluation),
        MARKDOWN: folders.text(formatting.markdown(evaluation)),
        PAGE: folders.text(formatting.page(evaluation)),
    }
    folders.write_results(out, files, out)
