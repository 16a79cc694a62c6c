"""Messages about one table. Each public part is encoded once per event, and each private part once per event and seat.

A `watcher` is the seat that receives the message, or None for a spectator.
"""

from __future__ import annotations

from typing import Any

import orjson

from saleroom.match import boards, bot_messages
from saleroom.match.deal_history import seen_deals, update_seen_deals
from saleroom.server.core.project import score_sheet
from saleroom.server.core.project.table_info import running_clocks, table_info, table_info_changed
from saleroom.server.core.state.events import STARTS
from saleroom.server.core.state.table import TableState, is_person
from saleroom.server.protocol.messages import Score, Snapshot, Update
from saleroom.toolkit.display.scenes import SeenDeal

_NULL = orjson.Fragment(b"null")


def _encode(part: Any) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(part))


class Projection:
    """Messages about one table, with caches of encoded parts.

    A part is encoded when it is first sent, and dropped when an event makes it outdated.
    """

    def __init__(self, state: TableState) -> None:
        """Make messages about `state`, which can change later; a new version number of `state` makes the caches
        outdated.
        """
        self.state = state
        self._version = self._cards_version = self._undo_count = 0
        self._deals: dict[int | None, list[SeenDeal]] = {}
        """For each watcher, the deals as that watcher saw them."""
        self._sheet: list[Score] = []
        self._position: boards.Position | None = None
        self._board = _NULL
        self._decided = False
        self._own_parts: dict[int, orjson.Fragment] = {}
        self._shared: tuple[orjson.Fragment, ...] = ()
        """Public parts of the update about the last event, encoded."""
        self._updates: dict[tuple[int | None, bool], bytes] = {}
        self._ticking = _NULL
        """Running clocks at the time `_updates_at`, encoded."""
        self._updates_at = 0.0

    @property
    def decided(self) -> bool:
        """Whether the board shows that no action can still change the score of the current deal."""
        self._follow_state()
        self._board_part()
        return self.state.match is not None and self._decided

    # Messages for one watcher

    def update_bytes(self, watcher: int | None, owner: bool, now: float) -> bytes:
        """Return, as JSON, the update that informs `watcher` of the last event."""
        self._follow_state()
        key = (watcher, owner)
        if now != self._updates_at or not self._updates:
            self._updates, self._updates_at = {}, now
            self._ticking = _encode(running_clocks(self.state, now))
        if key not in self._updates:
            self._updates[key] = orjson.dumps(self._update(watcher, owner))
        return self._updates[key]

    def update(self, watcher: int | None, owner: bool, now: float) -> Update:
        """Return, as Python objects, the update that informs `watcher` of the last event."""
        return orjson.loads(self.update_bytes(watcher, owner, now))

    def snapshot_bytes(
        self, watcher: int | None, owner: bool, *, build: str, present: list[bool], spectators: int, now: float
    ) -> bytes:
        """Return, as JSON, the snapshot of the table for `watcher`, which contains everything that this watcher may
        know.
        """
        self._follow_state()
        state = self.state
        return orjson.dumps(
            {
                "type": "snapshot",
                "version": state.version,
                "build": build,
                "table": table_info(state),
                "you": self._you(watcher, owner),
                "board": self._board_part(),
                "events": self._deal_events(watcher),
                "sheet": self._score_lines(),
                "chat": list(state.chat),
                "present": present,
                "watchers": spectators,
                "ticking": running_clocks(state, now),
            }
        )

    def snapshot(
        self, watcher: int | None, owner: bool, *, build: str, present: list[bool], spectators: int, now: float
    ) -> Snapshot:
        """Return, as Python objects, the snapshot of the table for `watcher`, which contains everything that this
        watcher may know.
        """
        return orjson.loads(
            self.snapshot_bytes(watcher, owner, build=build, present=present, spectators=spectators, now=now)
        )

    # Messages for bots

    def bot_full(self, seat: int, now: float) -> bot_messages.GameFull:
        """Return the complete message about a match in progress, for the bot account at a seat."""
        state = self.state
        assert state.match is not None
        return bot_messages.game_full(
            state.match,
            seat,
            self.bot_state(seat, now),
            state.header.id,
            ["human" if is_person(chair) else "bot" for chair in state.seats],
            clock=state.clock,
            rated=state.header.rated,
        )

    def bot_state(self, seat: int, now: float) -> bot_messages.GameState:
        """Return the message about the current state of the match, for the bot account at a seat."""
        self._follow_state()
        left = next((each["left"] for each in running_clocks(self.state, now) if each["seat"] == seat), None)
        turn_version = self.state.turn_version(seat)
        return bot_messages.game_state(
            self._now(), seat, self._seen_deals(None), self._seen_deals(seat), turn_version, left
        )

    def _update(self, watcher: int | None, owner: bool) -> dict[str, Any]:
        state, last = self.state, self.state.last_event
        assert last is not None
        what, info, board, sheet, settled = self._shared
        from_position = last.kind in STARTS and state.header.position is not None
        just_sat = last.kind in ("sit", "device") and watcher == last.seat
        whole_deal = last.kind == "undo" or from_position or just_sat
        new = state.progress.new_events_seen_by(watcher) if state.progress and self._cards_changed() else []
        return {
            "type": "update",
            "version": state.version,
            "what": what,
            "table": info,
            "you": self._you(watcher, owner),
            "board": board,
            "events": self._deal_events(watcher) if whole_deal else new,
            "anew": whole_deal,
            "sheet": sheet,
            "settled": None if settled is _NULL else {"board": settled, "mine": self._own_part_at_deal_end(watcher)},
            "ticking": self._ticking,
        }

    def _you(self, watcher: int | None, owner: bool) -> dict[str, Any]:
        return {
            "seat": watcher,
            "owner": owner,
            "asked": self.state.turn_version(watcher),
            "mine": self._own_part(watcher),
            "may_undo": self.state.may_undo(watcher),
            "call": None if watcher is None and not owner else self.state.invitation.call or None,
        }

    def _own_part(self, watcher: int | None) -> orjson.Fragment:
        if watcher is None or self.state.match is None:
            return _NULL
        if watcher not in self._own_parts:
            self._own_parts[watcher] = _encode(boards.own_part(self._now(), watcher, self._seen_deals(watcher)))
        return self._own_parts[watcher]

    def _own_part_at_deal_end(self, watcher: int | None) -> Any:
        progress = self.state.progress
        if watcher is None or progress is None or progress.match_at_deal_end is None or progress.ended_deal is None:
            return None
        deals = self._seen_deals(watcher)
        return boards.settled_part(progress.match_at_deal_end, watcher, progress.ended_deal + 1, deals)

    def _deal_events(self, watcher: int | None) -> list[str]:
        """Return all events of the current deal, with the details that `watcher` saw."""
        return self._seen_deals(watcher)[-1].events if self.state.match else []

    def _seen_deals(self, watcher: int | None) -> list[SeenDeal]:
        match, eyes = self.state.match, "public" if watcher is None else watcher
        assert match is not None
        if watcher in self._deals:
            update_seen_deals(match, eyes, self._deals[watcher])
        else:
            self._deals[watcher] = seen_deals(match, eyes)
        return self._deals[watcher]

    # Public parts

    def _follow_state(self) -> None:
        """Drop the cached parts that the last event made outdated, and encode the public parts of the update about that
        event.
        """
        state = self.state
        if self._version == state.version:
            return
        if self._cards_version != state.cards_version:
            self._board, self._own_parts, self._cards_version = _NULL, {}, state.cards_version
            self._position = None
        if state.progress and self._undo_count != state.progress.undo_count:
            self._deals, self._undo_count = {}, state.progress.undo_count
        self._updates, self._version = {}, state.version
        self._shared = self._shared_parts()

    def _cards_changed(self) -> bool:
        """Return whether the last event changed the cards on the table."""
        return self.state.progress is not None and self.state.cards_version == self.state.version

    def _shared_parts(self) -> tuple[orjson.Fragment, ...]:
        """Return the public parts of an update: event, table information, board, new score lines, and board at the end
        of the deal.
        """
        state, moved = self.state, self._cards_changed()
        ended_deal = state.progress.ended_deal if state.progress and moved else None
        return (
            _encode(state.last_happened),
            _encode(table_info(state)) if table_info_changed(state) else _NULL,
            self._board_part() if moved else _NULL,
            _encode(self._new_score_lines(ended_deal)),
            self._board_at_deal_end() if moved else _NULL,
        )

    def _new_score_lines(self, ended_deal: int | None) -> list[Score]:
        """Return the score lines that the last event added.

        In a match that begins from a position, the first event adds the lines of all earlier deals.
        """
        if self.state.last_event is not None and self.state.last_event.kind in STARTS:
            return self._score_lines()
        return [] if ended_deal is None else self._score_lines()[ended_deal:]

    def _board_at_deal_end(self) -> orjson.Fragment:
        """If the last event ended a deal, return the board at the end of that deal, before the next deal."""
        progress = self.state.progress
        if progress is None or progress.match_at_deal_end is None or progress.ended_deal is None:
            return _NULL
        number = progress.ended_deal + 1
        return _encode(boards.settled_board(progress.match_at_deal_end, number, self._seen_deals(None)))

    def _board_part(self) -> orjson.Fragment:
        if self.state.match is not None and self._board is _NULL:
            board = boards.public_board(self._now(), self._seen_deals(None))
            self._board, self._decided = _encode(board), board["decided"]
        return self._board

    def _now(self) -> boards.Position:
        """Return the match as it is now, in the form from which boards are made."""
        if self._position is None:
            assert self.state.match is not None
            self._position = boards.Position(self.state.match)
        return self._position

    def _score_lines(self) -> list[Score]:
        """Return the score sheet so far. Scored deals are never undone, so each line is made only once."""
        if self.state.match is not None:
            self._sheet += score_sheet.lines(self.state.match, len(self._sheet))
        return self._sheet
