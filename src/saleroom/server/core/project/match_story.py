"""Match stories. A story shows a finished match step by step, with all hands visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from saleroom import games
from saleroom.kernel.game import HAND_DEALT
from saleroom.kernel.refusals import Refusal
from saleroom.match import boards
from saleroom.match.deal_history import seen_deals, update_seen_deals
from saleroom.match.events import TABLE, Event
from saleroom.match.match import Match
from saleroom.match.prefix import Prefix, prefix
from saleroom.server.core.project import score_sheet
from saleroom.server.protocol.match_bodies import DealStory, MatchStory, Step
from saleroom.server.protocol.messages import Fair, PlayedFrom
from saleroom.toolkit.display.scenes import SeenDeal

DEALT = f"{TABLE} {HAND_DEALT}"  # event text of the step that deals all hands


def match_story(
    match: Match,
    *,
    table_id: str,
    names: Sequence[str],
    players: Sequence[str | None],
    fair: Fair,
    made_at: float,
    over_at: float,
    contest: str | None = None,
    position: PlayedFrom | None = None,
) -> MatchStory:
    """Return the story of a finished match, without steps and portraits. The arguments after `match` describe the table
    of the match.
    """
    return MatchStory(
        id=table_id,
        game=match.game.name,
        title=match.game.title,
        unit="chips" if match.game.unit == "chips" else "points",
        options={name: value for name, value in match.options.items() if value is not None},
        names=list(names),
        players=list(players),
        pictures=[None] * match.seats,
        sheet=score_sheet.lines(match),
        totals=score_sheet.totals(match),
        scores=match.scores,
        winners=match.winners,
        tie_break=boards.public_board(boards.Position(match), seen_deals(match, "public"))["tie_break"],
        fair=fair,
        position=position,
        seed=str(match.seed_text or ""),
        contest=contest,
        made_at=made_at,
        over_at=over_at,
    )


def deal_story(match: Match, number: int) -> DealStory:
    """Return the story of the deal numbered `number`, counted from 1. Raise `ValueError` if the match has no such deal
    or is not finished.

    The function replays all earlier deals, so it is slow for a late deal of a long match.
    """
    if not match.over:
        raise Refusal("record.not-over")
    if not 1 <= number <= len(match.deals):
        raise Refusal("record.no-deal", deal=number)
    return DealStory(deal=number, steps=list(_steps(_up_to(match, number), match, number)))


def _up_to(match: Match, number: int) -> Match:
    """Return a replay of the match up to the start of the deal numbered `number`."""
    again = Match(match.game, match.options, match.players, seed=0, first=match.deals[0].dealer)
    for deal in match.deals[: number - 1]:
        for event in deal.events:
            again.apply_event(event.text())
    return again


def _steps(again: Match, match: Match, number: int) -> Iterator[Step]:
    """Yield the steps of a deal; each step contains the table after the step."""
    deals = seen_deals(again, "public")
    for event in match.deals[number - 1].events:
        if _feed(again, event):
            update_seen_deals(again, "public", deals)
            text = DEALT if event.verb == HAND_DEALT else event.text()
            yield _step(again, number, text, deals)


def _feed(again: Match, event: Event) -> bool:
    """Replay an event; return whether the event completes a step. All hands of a deal are dealt in one step."""
    due = len(again.table_due())
    again.apply_event(event.text())
    return due <= 1 or event.verb != HAND_DEALT


def step_before(match: Match, number: int, event: int) -> int:
    """Return the number of the step that shows the table before the event numbered `event`. Steps are counted from 0,
    events from 1.
    """
    return max(event - 1 - _in_first_step(match.deals[number - 1].events), 0)


def _in_first_step(events: Sequence[Event]) -> int:
    """Return the number of events in the first step of a deal: one event for each dealt hand, but at least one
    event.
    """
    return max(sum(event.verb == HAND_DEALT for event in events), 1)


def prefix_of_step(match: Match, number: int, step: int) -> Prefix:
    """Return the part of a match up to step `step` of the deal numbered `number`.

    Raise `ValueError` if the deal or step does not exist, or if the step ends the match.
    """
    if not 1 <= number <= len(match.deals):
        raise Refusal("record.no-deal", deal=number)
    events = match.deals[number - 1].events
    first = _in_first_step(events)
    if not 0 <= step <= len(events) - first:
        raise Refusal("record.steps", deal=number, count=len(events) - first + 1)
    if number == len(match.deals) and step == len(events) - first:
        raise Refusal("record.over-there")
    return prefix(match, number, first + step)


def _step(again: Match, number: int, event: str, deals: list[SeenDeal]) -> Step:
    scene = games.package(again.game.name).scene()
    board = scene.board(boards.of_deal(again, "public", number), deals)
    hands = [_hand(scene, again, seat, number, deals) for seat in range(again.seats)]
    return Step(event=event, board=board, hands=hands)


def _hand(scene: Any, again: Match, seat: int, number: int, deals: list[SeenDeal]) -> list[str]:
    return scene.mine(boards.of_deal(again, seat, number), seat, ([], None), deals)["hand"]
