"""Score sheet. Each scored deal has a line with a note that explains the score.

A note is a key with parameters, which give seats as numbers; the client turns the note into a sentence. The module
`display/scene.py` of each game documents the game's notes.
"""

from __future__ import annotations

from saleroom import games
from saleroom.match.events import Deal
from saleroom.match.match import Match
from saleroom.server.protocol.messages import Score
from saleroom.toolkit.display.scenes import SeenDeal


def lines(match: Match, since: int = 0) -> list[Score]:
    """Return the score lines of all scored deals; leave out the first `since` deals."""
    return [_line(match, number, deal) for number, deal in enumerate(match.deals[since:], since + 1) if deal.score]


def _line(match: Match, number: int, deal: Deal) -> Score:
    """Return the line of a scored deal. The line's note mentions hidden cards only if they have been revealed
    by now.
    """
    score, carry = deal.score or [], deal.carry or 0
    note = games.package(match.game.name).scene().note(opened(deal), score, match.options)
    return {"deal": number, "dealer": deal.dealer, "score": list(score), "carry": carry, "note": note}


def opened(deal: Deal) -> SeenDeal:
    """Return a copy of a scored deal in which no card is hidden."""
    return SeenDeal(deal.dealer, [event.text() for event in deal.events], deal.score or [], deal.carry or 0)


def totals(match: Match) -> list[list[int]]:
    """Return each seat's total after each scored deal. The totals exclude shares of the pot that is left at the end of
    the match.
    """
    start = match.options.get("chips", 0)
    stands = [start if isinstance(start, int) else 0] * match.seats
    lines = []
    for deal in match.deals:
        if deal.score:
            stands = [before + change for before, change in zip(stands, deal.score, strict=True)]
            lines.append(stands)
    return lines
