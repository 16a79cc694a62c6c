"""Public information about a table, without the cards."""

from __future__ import annotations

from saleroom.match import fair_deals
from saleroom.server.core.state.events import TableHeader
from saleroom.server.core.state.table import TableState, portrait, seats_bot_account
from saleroom.server.protocol.messages import Chair, Fair, PlayedFrom, TableInfo, TakingBack, Ticking

_CHANGE_NOTHING = ("say", "device")
"""Kinds of events that do not change the table's public information."""


def table_info(state: TableState) -> TableInfo:
    """Return the table's public information."""
    header, game = state.header, state.game
    return TableInfo(
        id=header.id,
        game=header.game,
        title=game.title,
        unit=game.unit,  # type: ignore
        passing=game.auction.passing if game.auction else None,
        options=state.options,
        status=state.status,
        chairs=_chairs(state),
        hints=state.hints,
        pace=state.pace,  # type: ignore
        clock=state.clock,  # type: ignore
        fair=fairness_proof(state, opened=state.over and state.opens_at_end),
        position=played_from(state.header),
        taking_back=_undo_request(state),
        rematch=state.rematch,
        evening=header.evening is not None,
        owner_name=state.owner_name,
        contest=header.contest,
        rated=state.header.rated,
        listed=state.listed,
        language=state.invitation.language,
        names_owner=state.invitation.names_owner,
        hot_seat=state.hot_seat,
    )


def table_info_changed(state: TableState) -> bool:
    """Return whether the last event can have changed the table's public information.

    A move changes this information only if the move ends the match or an undo request.
    """
    assert state.last_event is not None
    if state.last_event.kind != "move":
        return state.last_event.kind not in _CHANGE_NOTHING
    return state.over or state.undo_cancelled


def _chairs(state: TableState) -> list[Chair]:
    owner = state.owner_seat
    return [
        Chair(
            kind=seat.kind,
            name=seat.name,
            player=seat.bot,
            owner=index == owner,
            program=seats_bot_account(seat),
            picture=portrait(seat),
            muted=state.is_muted(index),
            free=state.may_be_taken(index) and not state.over,
        )
        for index, seat in enumerate(state.seats)
    ]


def _undo_request(state: TableState) -> TakingBack | None:
    request = state.undo_request
    if request is None:
        return None
    return TakingBack(seat=request.seat, moves=request.moves, waits_for=list(request.waits_for))


def fairness_proof(state: TableState, *, opened: bool) -> Fair:
    """Return the proof of a fair deal, with the seed if it is `opened`; the seed words no longer change after the first
    deal.

    Matches of earlier versions can have no words. Their commitment is their seed, and therefore empty until it opens.
    """
    seed, progress = state.header.server_seed, state.progress
    words = progress.seed_words if progress else list(state.seed_words.values())
    commit = fair_deals.commitment(seed) if words or opened or progress is None else ""
    return Fair(commit=commit, words=words, server_seed=seed.hex() if opened else None)


def played_from(header: TableHeader) -> PlayedFrom | None:
    """Return the step of a finished match from which a table's match continues, without the cards; None if it has its
    own first deal.
    """
    position = header.position
    return position and PlayedFrom(table=position["table"], deal=position["deal"], step=position["step"])


def running_clocks(state: TableState, now: float) -> list[Ticking]:
    """Return the seats of people whose clocks are running, with the seconds left."""
    progress, clock = state.progress, state.clock
    if progress is None or clock is None:
        return []
    left = {seat: round(max(0.0, clock - (now - began)), 1) for seat, began in progress.turn_began_at.items()}
    return [Ticking(seat=seat, left=left[seat]) for seat in left if state.is_human(seat)]
