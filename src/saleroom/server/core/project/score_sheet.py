"""Score sheet: a line for each settled deal, with a note on what decided it.

A note is a key with parameters, seats by number; the client turns it into sentences. The notes of a game are listed in
its `display/scene.py`.
"""

from __future__ import annotations

from saleroom import games
from saleroom.match.events import Deal
from saleroom.match.match import Match
from saleroom.server.protocol.messages import Score
from saleroom.toolkit.display.scenes import SeenDeal


def lines(match: Match, since: int = 0) -> list[Score]:
    """Return the lines of all settled deals except the first `since`."""
    return [_line(match, number, deal) for number, deal in enumerate(match.deals[since:], since + 1) if deal.score]


def _line(match: Match, number: int, deal: Deal) -> Score:
    """Return the line of a settled deal. Its hidden pieces are read only as far as they are open by now."""
    score, carry = deal.score or [], deal.carry or 0
    note = games.package(match.game.name).scene().note(opened(deal), score, match.options)
    return {"deal": number, "dealer": deal.dealer, "score": list(score), "carry": carry, "note": note}


def opened(deal: Deal) -> SeenDeal:
    """Return a settled deal with all its pieces open."""
    return SeenDeal(deal.dealer, [event.text() for event in deal.events], deal.score or [], deal.carry or 0)


def totals(match: Match) -> list[list[int]]:
    """Return the total of each seat after each settled deal, before a leftover pot is shared out."""
    start = match.options.get("chips", 0)
    stands = [start if isinstance(start, int) else 0] * match.seats
    lines = []
    for deal in match.deals:
        if deal.score:
            stands = [before + change for before, change in zip(stands, deal.score, strict=True)]
            lines.append(stands)
    return lines
