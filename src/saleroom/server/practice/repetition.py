"""Spaced repetition with the FSRS algorithm. A *card*, stored as JSON, describes how well a person knows a position."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from fsrs import Card, Rating, Scheduler

Felt = Literal["easy", "hard"]
"""How easy a right answer felt to the person."""

_SCHEDULER = Scheduler(
    learning_steps=(timedelta(minutes=10),),
    relearning_steps=(timedelta(minutes=10),),
    enable_fuzzing=False,  # without random changes, the same answers always give the same intervals
)
_FELT = {"easy": Rating.Easy, "hard": Rating.Hard}


def new_card(now: float) -> dict[str, Any]:
    """Return the card of a position that has not been answered yet."""
    return dict(Card(card_id=0, due=_moment(now)).to_dict())


def answered(card: dict[str, Any], right: bool, now: float) -> dict[str, Any]:
    """Return `card` with the changes that a right or wrong answer makes."""
    return _rated(card, Rating.Good if right else Rating.Again, now)


def felt(card: dict[str, Any], how: Felt, now: float) -> dict[str, Any]:
    """Return `card` with the changes that a right answer makes which felt easy or hard; `card` is the state before
    it.
    """
    return _rated(card, _FELT[how], now)


def due(card: dict[str, Any]) -> float:
    """Return the time at which a card's position is due again, in seconds since the epoch."""
    return datetime.fromisoformat(card["due"]).timestamp()


def _rated(card: dict[str, Any], rating: Rating, now: float) -> dict[str, Any]:
    return dict(_SCHEDULER.review_card(Card.from_dict(card), rating, _moment(now))[0].to_dict())  # type: ignore


def _moment(now: float) -> datetime:
    return datetime.fromtimestamp(now, UTC)
