"""Text form of a match, for people."""

from __future__ import annotations

from collections.abc import Iterator

from saleroom.match.events import Deal, Watcher, still_sealed
from saleroom.match.match import Match


def tell(match: Match, seat: Watcher | None = None) -> Iterator[str]:
    """Yield every event of a match in order, with each deal's score.

    Events hide what `seat` (or ``"public"``) could not see when they happened. With `None`, nothing is hidden.
    """
    if seat is not None and seat != "public":
        match.seat(seat)
    options = ", ".join(f"{name} {value}" for name, value in match.options.items())
    yield f"{match.game.title}: {options}"
    yield from (f"  seat {number}: {_printable(name)}" for number, name in enumerate(match.players))
    for number, deal in enumerate(match.deals, 1):
        yield ""
        yield f"Deal {number}, dealer {deal.dealer}"
        yield from (f"  {line}" for line in _lines(match, deal, seat))
        if deal.score is not None:
            carry = f", {deal.carry} left over" if deal.carry else ""
            yield f"  score {_row(deal.score)}{carry}"
    yield ""
    if match.over:
        yield f"Final {match.game.unit}: {_row(match.scores)}. Won by {' and '.join(map(str, match.winners))}."
    else:
        yield f"Unfinished; {match.game.unit}: {_row(match.scores)}. To act: {', '.join(map(str, match.to_act))}."


def _lines(match: Match, deal: Deal, seat: Watcher | None) -> list[str]:
    if seat is None:
        return [event.text() for event in deal.events]
    sealed, eyes = still_sealed(match.game, match.state, deal), None if seat == "public" else seat
    return [event.seen_from(eyes, place in sealed) for place, event in enumerate(deal.events)]


def _printable(text: str) -> str:
    """Return a name without control characters, which could control a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def _row(numbers: list[int]) -> str:
    return "  ".join(
        f"{seat}: {number:+d}" if number < 0 else f"{seat}: {number}" for seat, number in enumerate(numbers)
    )
