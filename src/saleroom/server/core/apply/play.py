"""Functions that apply the events of a match: start, moves, undo and rematch."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from saleroom.match import fair_deals
from saleroom.match.match import Match
from saleroom.match.prefix import Prefix, from_prefix
from saleroom.server.core.state.events import StartPosition, TableEvent
from saleroom.server.core.state.progress import MatchProgress, UndoableMove, is_among
from saleroom.server.core.state.table import SeatState, TableState, UndoRequest, is_person


def start(state: TableState, event: TableEvent) -> None:
    """Give the open seats to bots, and deal the first deal or continue from a position; also record which device sees
    which hand.
    """
    for bot in event.data.get("bots", ()):
        state.seats[bot["seat"]] = SeatState("bot", bot["name"], bot["bot"], substitute=True)
    position = state.header.position
    words = list(state.seed_words.values()) if state.header.words is None else state.header.words
    words = words or [word for word in (event.data.get("word"),) if word is not None]
    match = _match_from(state, position) if position else _new_match(state, words)
    state.progress = MatchProgress(match, words, new_events=list(match.deals[-1].events))
    _begin_turns(state.progress, event)
    state.first_bots = [seat.bot for seat in state.seats]
    state.first_people = [seat.holders[0] if is_person(seat) else None for seat in state.seats]
    state.hand_seen = {holder: seat for seat in state.people() for holder in state.seats[seat].holders}
    state.cards_version = event.number


def _new_match(state: TableState, words: list[str]) -> Match:
    """Return a new match, whose seed combines the server's seed and the players' seed words.

    The record keeps the names of the first players, even if other players take over their seats later.
    """
    header, names = state.header, [seat.name for seat in state.seats]
    seed = fair_deals.combine(header.server_seed, words)
    match = Match(state.game, dict(state.options), names, seed, rules_version=header.rules_version)
    match.fair = {
        "commit": fair_deals.commitment(header.server_seed),
        "server_seed": header.server_seed.hex(),
        "words": words,
    }
    return match.run_table()


def _match_from(state: TableState, position: StartPosition) -> Match:
    """Return the match that starts from a position. The match has no proof of a fair deal, because its cards are not
    secret.
    """
    names, start = [seat.name for seat in state.seats], Prefix(position["first"], position["deals"])
    return from_prefix(state.game, dict(state.options), names, start, position["seed"], state.header.rules_version)


def _begin_turns(progress: MatchProgress, event: TableEvent, still: Collection[int] = ()) -> None:
    """Begin a turn for each seat that may act now, except the seats in `still`, which continue their old turns."""
    to_act, versions, began = progress.match.to_act, progress.turn_versions, progress.turn_began_at
    progress.turn_versions = {seat: versions[seat] if seat in still else event.number for seat in to_act}
    progress.past_turns |= {seat: turn for seat, turn in versions.items() if progress.turn_versions.get(seat) != turn}
    progress.turn_began_at = {seat: began[seat] if seat in still else event.at for seat in to_act}


def restart_clocks(state: TableState, at: float, seats: Iterable[int]) -> None:
    """Restart the clock of each seat in `seats` whose turn it is."""
    if state.progress:
        began = state.progress.turn_began_at
        began |= {seat: at for seat in seats if seat in began}


# Moves


def move(state: TableState, event: TableEvent) -> None:
    """Carry out a player's legal action, and then the automatic actions of the table, such as dealing.

    The move can be undone if people have seats, the match continues, and the move reveals no sealed choices and causes
    no automatic action.
    """
    progress, seat = state.progress, event.seat
    assert progress is not None and seat is not None
    undoable = next(state.people(), None) is not None
    still = [other_seat for other_seat in progress.turn_versions if other_seat != seat]
    if undoable and progress.undo_base is None:
        progress.undo_base = progress.match.copy()
    _play(progress, seat, event.data["action"])
    if undoable and len(progress.new_events) == 1 and not progress.match.over:
        ends_phase = list(progress.match.to_act) != still
        progress.undoable.append(UndoableMove(seat, event.data["action"], ends_phase, event.at))
    else:  # no undo: the move revealed sealed choices, caused an automatic action, or ended the match
        progress.undoable, progress.undo_base = [], None
    if progress.match.over:
        progress.over_at = event.at
    _begin_turns(progress, event, still)
    state.undo_cancelled, state.undo_request = state.undo_request is not None, None
    state.cards_version = event.number


def _play(progress: MatchProgress, seat: int, action: str) -> None:
    """Carry out an action, and then the automatic actions of the table, such as dealing; store the new events."""
    match, deal = progress.match, progress.match.deals[-1]
    seen, deals, sealed = len(deal.events), len(match.deals), progress.sealed_events()
    match.apply_event(f"{seat} {action}")
    deal_over = deal.score is not None
    progress.match_at_deal_end = match.copy() if deal_over and not match.over else None
    match.run_table()
    still = progress.sealed_events()
    verb = action.split(" ", 1)[0]
    own = next(event for event in reversed(deal.events) if event.verb == verb and event.actor == str(seat))
    progress.new_events = [
        own,
        *(event for event in sealed if not is_among(event, still)),
        *deal.events[seen + 1 :],
        *(event for later in match.deals[deals:] for event in later.events),
    ]
    progress.ended_deal = deals - 1 if deal_over else None


# Undo


def request_undo(state: TableState, event: TableEvent) -> None:
    """Store a seat's request to undo its last move."""
    assert event.seat is not None
    state.undo_request = UndoRequest(event.seat, event.data["moves"], tuple(event.data["waits_for"]), event.at)


def agree_to_undo(state: TableState, event: TableEvent) -> None:
    """Store a seat's consent to an undo request that still needs the consent of other seats."""
    assert event.seat is not None
    stop_waiting_for(state, event.seat)


def stop_waiting_for(state: TableState, seat: int) -> None:
    """Remove a seat from the list of seats that still have to agree to an undo request."""
    request = state.undo_request
    if request is not None:
        others = tuple(other_seat for other_seat in request.waits_for if other_seat != seat)
        state.undo_request = replace(request, waits_for=others)


def refuse_undo(state: TableState, event: TableEvent) -> None:
    """Delete the undo request, because a seat has refused it or it has expired."""
    state.undo_request = None


def undo(state: TableState, event: TableEvent) -> None:
    """Undo a seat's last move, and the moves that depend on it."""
    assert state.progress is not None and event.seat is not None
    _undo_moves(state.progress, event)
    state.undo_request = None
    state.cards_version = event.number


def _undo_moves(progress: MatchProgress, event: TableEvent) -> None:
    seat = event.seat
    assert progress.undo_base is not None and seat is not None
    undone, still = progress.moves_undone_by(seat), _turns_kept_by_undo(progress, seat)
    progress.undoable = [move for index, move in enumerate(progress.undoable) if index not in undone]
    progress.match = progress.undo_base.copy()
    for kept in progress.undoable:
        progress.match.act(kept.seat, kept.action)
    progress.undo_count += 1
    progress.new_events, progress.ended_deal, progress.match_at_deal_end = [], None, None
    _begin_turns(progress, event, [other_seat for other_seat in still if other_seat in progress.match.to_act])


def _turns_kept_by_undo(progress: MatchProgress, seat: int) -> list[int]:
    """Return the seats whose turns continue after an undo by `seat`. While players still make sealed choices, these are
    all other seats; otherwise, there are none.
    """
    undone = progress.moves_undone_by(seat)
    others = [other_seat for other_seat in progress.turn_versions if other_seat != seat]
    sealed = progress.undoable[undone[0]].verb in progress.match.game.sealed
    in_phase = sealed and len(undone) == 1 and len(others) == len(progress.turn_versions)
    return others if in_phase else []


def rematch(state: TableState, event: TableEvent) -> None:
    """Store the id of the table at which the players continue."""
    state.rematch = event.data["table"]
