"""Every action of every decision can be hit at every size of the window: it is in sight, large enough and not covered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.opening import GAMES, found
from tests.browser.robot import Robot
from tests.browser.visitor import Visit, Visitor

REACH = Path(__file__).with_name("reach.js").read_text()
PHONES = [(320, 568), (360, 640), (360, 740), (375, 667), (390, 844), (412, 915)]
LANDSCAPE = [(667, 375), (740, 360), (844, 390), (915, 412), (932, 430)]
TABLETS = [(600, 960), (768, 1024), (820, 1180), (1024, 768)]
DESKTOPS = [(1024, 690), (1100, 640), (1180, 700), (1280, 580), (1280, 720), (1280, 800), (1366, 768), (1440, 900)]
LARGE = [(1920, 1080), (2560, 1080), (2560, 1440)]
SIZES = [*PHONES, *LANDSCAPE, *TABLETS, *DESKTOPS, *LARGE]
SAMPLE = [(320, 568), (667, 375), (1024, 690), (1280, 580)]
"""Those with the least room of each arrangement of the table."""

SEATS = {
    "auction-house": (4,),
    "auction-hearts": (4,),
    "auction-pitch": (4, 5, 6, 7),
    "auction-draw": (2, 3, 4, 5, 6, 7, 8),
    "auction-flop-poker": (2, 3, 4, 5, 6, 7, 8),
}
DEALS = {"auction-house": ("rounds", 3), "auction-draw": ("deals", 2)}
FEW = 2  # decisions of a kind that the sample looks at
CASES = [(game, seats) for game in GAMES for seats in SEATS[game]]
"""Without the soak, the usual number of seats of each game."""
CHOSEN = CASES if os.environ.get("SALEROOM_SOAK") else [(game, 4) for game in GAMES]


@pytest.mark.parametrize(("game", "seats"), CHOSEN)
def test_every_action_can_be_hit(visit: Visit, game: str, seats: int):
    soak = bool(os.environ.get("SALEROOM_SOAK"))
    visitor = visit(reduced_motion="reduce")
    name, number = DEALS.get(game, ("deals", 1))
    found(visitor, game, ["me", *["house"] * (seats - 1)], options={name: number})
    visitor.ask(REACH)
    robot = Robot(visitor, seed=seats)
    looked: dict[str, int] = {}
    wrong: list[str] = []
    for _ in range(200):
        turn = robot.wait()
        kind = visitor.ask(KIND)
        looked[kind] = looked.get(kind, 0) + 1
        if soak or looked[kind] <= FEW:
            wrong += look_at_sizes(visitor, kind, SIZES if soak else SAMPLE)
        if not turn:
            break
        robot.pick(robot.choose())
    assert robot.over()
    assert not wrong, f"{len(wrong)} faults:\n" + "\n".join(wrong[:60])


KIND = """() => {
  const verbs = new Set((wire.last.you.mine?.legal ?? []).map((action) => action.split(" ")[0]));
  const lifted = document.querySelectorAll("[data-hand] [aria-pressed=true]").length > 0;
  return [wire.board.phase, ...verbs, lifted ? "lifted" : ""].join(" ");
}"""


def look_at_sizes(visitor: Visitor, kind: str, sizes: list[tuple[int, int]]) -> list[str]:
    """What cannot be hit at some of these sizes, or lies over something that is to be seen."""
    wrong = []
    for width, height in sizes:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.ask("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = visitor.ask("() => [...unreachable(), ...covering()]")
        wrong += [f"{width}×{height} {kind}: {fault}" for fault in found]
    return wrong
