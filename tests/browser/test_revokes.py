"""Tests of a table of Auction Pitch where a revoke is penalised.

Any card can be played, and the end of the deal explains what a revoke costs.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.audit import look, small_targets
from tests.browser.opening import found
from tests.browser.robot import Lit, Robot
from tests.browser.visitor import SIZES, Visit, Visitor

pytestmark = pytest.mark.integration

REVOKES = """() => {
  const [{ card } = {}] = wire.board.trick?.plays ?? [];
  const suits = [card?.[1], wire.board.trump];
  if (!card || !wire.last.you.mine.hand.some((piece) => piece[1] === card[1])) return [];
  return lit().flatMap(({ dataset }, at) => (dataset.piece && !suits.includes(dataset.piece[1]) ? [at] : []));
}"""


class Revoker(Robot):
    """Robot that revokes whenever it can."""

    def choose(self) -> Lit:
        """Choose a card that is a revoke, if there is one."""
        revokes = self.visitor.ask(REVOKES)
        if revokes:
            assert "is a revoke" in self.visitor.page.locator("main").inner_text()  # the request to act warns
            return Lit(revokes[0], "a revoke", None, None)
        return super().choose()


def settled(visitor: Visitor) -> dict:
    """Return the settlement that the server sent last."""
    return visitor.ask("() => wire.heard.findLast((message) => message.settled).settled.board.last")


def to_a_revoke(visitor: Visitor, seed: int = 3) -> dict:
    """Play until a deal ends in which the visitor revoked; return its settlement."""
    robot = Revoker(visitor, seed)
    for _ in range(400):
        visitor.until("() => wire.calm && (lit().length > 0 || document.querySelector('[data-go-on]'))")
        if not visitor.ask("() => document.querySelector('[data-go-on]') !== null"):
            robot.pick(robot.choose())
        elif "a revoke" in robot.done:
            return settled(visitor)
        else:
            visitor.ask("() => document.querySelector('[data-go-on]').click()")
    raise AssertionError("no revoke")


@pytest.mark.parametrize("size", SIZES)
def test_a_revoke_can_be_played_and_the_end_of_the_deal_explains_it(visit: Visit, size: str):
    visitor = visit(size, reduced_motion="reduce")
    found(visitor, "auction-pitch", ["me", "house", "house", "house"], options={"revoke": "penalised", "target": 50})
    last = to_a_revoke(visitor)
    assert [revoke["seat"] for revoke in last["revokes"]] == [0]
    assert last["score"][0] == -(last["bid"] or 0)
    finale = visitor.page.locator("[data-finale]")
    expect(finale).to_be_visible()
    expect(finale.get_by_text("Revoke", exact=True)).to_be_visible()
    look(visitor, "the end of a deal with a revoke")
    assert not small_targets(visitor)
    assert not visitor.ask("() => wire.refused")
