"""What a table tells its watchers. What all of them see is encoded once for each row, the rest once for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from saleroom.games import load
from saleroom.match import fair
from saleroom.server import scenes, sheets
from saleroom.server.scenes.seen import follow, see
from saleroom.server.wire import Fair, Score, Snapshot, TableInfo, Ticking, Update
from saleroom.toolkit.display.scenes import SeenDeal

if TYPE_CHECKING:
    from saleroom.server.table import Table

_QUIET = ("say", "device")
"""Rows that change nothing of what everybody knows about the table."""

_NOTHING = orjson.Fragment(b"null")


class Messages:
    """The messages of one table."""

    def __init__(self, table: Table) -> None:
        """Nothing is made before somebody watches."""
        self._table = table
        self._version = self._position = self._replayed = 0
        self._deals: dict[int | None, list[SeenDeal]] = {}
        """The deals as each seat, or a spectator (None), saw them."""
        self._sheet: list[Score] = []
        self._board = _NOTHING
        self._mine: dict[int, orjson.Fragment] = {}
        self._shared: tuple[orjson.Fragment, ...] = ()
        """The parts of an update that are the same for all."""
        self._told: dict[tuple[int | None, bool], bytes] = {}
        self._told_at = 0.0

    # For one watcher

    def update_bytes(self, watcher: int | None, owner: bool, now: float) -> bytes:
        """The update of the last row, as JSON."""
        self._keep_up()
        if now != self._told_at:
            self._told, self._told_at = {}, now
        key = (watcher, owner)
        if key not in self._told:
            self._told[key] = orjson.dumps(self._update(watcher, owner, now))
        return self._told[key]

    def update(self, watcher: int | None, owner: bool, now: float) -> Update:
        """The update of the last row."""
        return orjson.loads(self.update_bytes(watcher, owner, now))

    def snapshot_bytes(
        self, watcher: int | None, owner: bool, build: str, present: list[bool], watchers: int, now: float
    ) -> bytes:
        """Everything that a watcher may know, as JSON."""
        self._keep_up()
        table = self._table
        return orjson.dumps(
            {
                "type": "snapshot",
                "version": table.version,
                "build": build,
                "table": table_info(table),
                "you": self._you(watcher, owner),
                "board": self._board_part(),
                "events": self._events(watcher),
                "sheet": self._lines(),
                "chat": list(table.chat),
                "present": present,
                "watchers": watchers,
                "ticking": ticking(table, now),
            }
        )

    def snapshot(
        self, watcher: int | None, owner: bool, build: str, present: list[bool], watchers: int, now: float
    ) -> Snapshot:
        """Everything that a watcher may know."""
        return orjson.loads(self.snapshot_bytes(watcher, owner, build, present, watchers, now))

    def _update(self, watcher: int | None, owner: bool, now: float) -> dict[str, Any]:
        table, last = self._table, self._table.last
        assert last is not None
        what, info, board, sheet, settled = self._shared
        moved = table.playing is not None and table.position == table.version
        anew = last.kind == "undo" or (last.kind in ("sit", "device") and watcher == last.seat)
        fresh = table.playing.seen(watcher) if moved and table.playing else []
        return {
            "type": "update",
            "version": table.version,
            "what": what,
            "table": info,
            "you": self._you(watcher, owner),
            "board": board,
            "events": self._events(watcher) if anew else fresh,
            "anew": anew,
            "sheet": sheet,
            "settled": None if settled is _NOTHING else {"board": settled, "mine": self._settled_part(watcher)},
            "ticking": ticking(table, now),
        }

    def _you(self, watcher: int | None, owner: bool) -> dict[str, Any]:
        return {
            "seat": watcher,
            "owner": owner,
            "asked": self._table.asked(watcher),
            "mine": self._mine_part(watcher),
            "may_undo": self._table.may_undo(watcher),
        }

    def _mine_part(self, watcher: int | None) -> orjson.Fragment:
        match = self._table.match
        if watcher is None or match is None:
            return _NOTHING
        if watcher not in self._mine:
            part = scenes.own_part(match, watcher, self._seen(watcher))
            self._mine[watcher] = orjson.Fragment(orjson.dumps(part))
        return self._mine[watcher]

    def _settled_part(self, watcher: int | None) -> Any:
        """What a seat saw when the deal had been settled."""
        playing = self._table.playing
        if watcher is None or playing is None or playing.at_settlement is None or playing.settled is None:
            return None
        return scenes.settled_part(playing.at_settlement, watcher, playing.settled + 1, self._seen(watcher))

    def _events(self, watcher: int | None) -> list[str]:
        """All events of this deal."""
        return self._seen(watcher)[-1].events if self._table.match else []

    def _seen(self, watcher: int | None) -> list[SeenDeal]:
        """The deals so far as a watcher saw them."""
        match, eyes = self._table.match, "public" if watcher is None else watcher
        assert match is not None
        if watcher in self._deals:
            follow(match, eyes, self._deals[watcher])
        else:
            self._deals[watcher] = see(match, eyes)
        return self._deals[watcher]

    # For everybody

    def _keep_up(self) -> None:
        """Forget what the last row made untrue, and make what all watchers share."""
        table = self._table
        if self._version == table.version:
            return
        if self._position != table.position:
            self._board, self._mine, self._position = _NOTHING, {}, table.position
        if table.playing and self._replayed != table.playing.replayed:
            self._deals, self._replayed = {}, table.playing.replayed
        self._told, self._version = {}, table.version
        self._shared = self._shared_parts()

    def _shared_parts(self) -> tuple[orjson.Fragment, ...]:
        table, playing = self._table, self._table.playing
        moved = playing is not None and table.position == table.version
        lines = self._lines()[playing.settled :] if playing and moved and playing.settled is not None else []
        told = _table_changed(table)
        return (
            orjson.Fragment(orjson.dumps(table.what)),
            orjson.Fragment(orjson.dumps(table_info(table))) if told else _NOTHING,
            self._board_part() if moved else _NOTHING,
            orjson.Fragment(orjson.dumps(lines)),
            self._settled_board() if moved else _NOTHING,
        )

    def _settled_board(self) -> orjson.Fragment:
        """The board when the last row had settled a deal, before the next was dealt."""
        playing = self._table.playing
        if playing is None or playing.at_settlement is None or playing.settled is None:
            return _NOTHING
        board = scenes.settled_board(playing.at_settlement, playing.settled + 1, self._seen(None))
        return orjson.Fragment(orjson.dumps(board))

    def _board_part(self) -> orjson.Fragment:
        match = self._table.match
        if match is not None and self._board is _NOTHING:
            self._board = orjson.Fragment(orjson.dumps(scenes.public_board(match, self._seen(None))))
        return self._board

    def _lines(self) -> list[Score]:
        """The score sheet so far. A settled deal is never taken back, so its line is made once."""
        if self._table.match is not None:
            self._sheet += sheets.lines(self._table.match, len(self._sheet))
        return self._sheet


def table_info(table: Table) -> TableInfo:
    """What everybody knows about a table apart from the cards."""
    header, game = table.header, load(table.header.game)
    return TableInfo(
        id=header.id,
        game=header.game,
        title=game.title,
        unit=game.unit,  # type: ignore[typeddict-item]
        options=table.options,
        status=table.status,
        chairs=table.seating.chairs(),
        hints=table.hints,
        pace=table.pace,  # type: ignore[typeddict-item]
        clock=table.clock,  # type: ignore[typeddict-item]
        fair=proof(table),
        taking_back=table.taking_back,
        rematch=table.rematch,
        owner_name=table.seating.owner_name,
    )


def proof(table: Table) -> Fair:
    """The proof of a fair deal, as far as it is public; the words stand from the first deal on."""
    seed, playing = table.header.server_seed, table.playing
    words = playing.words if playing else list(table.seating.words.values())
    return Fair(commit=fair.commitment(seed), words=words, server_seed=seed.hex() if table.over else None)


def ticking(table: Table, now: float) -> list[Ticking]:
    """The people whose clocks run, and how long still."""
    playing, clock = table.playing, table.clock
    if playing is None or clock is None:
        return []
    left = {seat: round(max(0.0, clock - (now - at)), 1) for seat, at in playing.asked_at.items()}
    return [Ticking(seat=seat, left=left[seat]) for seat in left if table.seating.places[seat].kind == "human"]


def _table_changed(table: Table) -> bool:
    """Whether the last row may have changed `table_info`; a move does at the end, or by cancelling a request."""
    assert table.last is not None
    if table.last.kind != "move":
        return table.last.kind not in _QUIET
    return table.over or table.cancelled
