"""Complete matches with bots, in which no message names a card that its reader has not seen."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

from saleroom.games import load
from saleroom.kernel.bits import members
from saleroom.kernel.fields import PIECE_SETS
from saleroom.kernel.game import Game
from saleroom.match import boards
from saleroom.match.match import Match
from saleroom.server.ops import metrics
from tests.contract.chance import every_played_game
from tests.games import part_or, short
from tests.server.live_tables import Guest, make_table, open_hub, until
from tests.server.server_output import ServerOutput, identities, listening, seeds

PIECE = re.compile(r"\b(?:[A2-9TJQK][CDHS]|\d{1,2}-\d{1,2})\b")


def named(part: Any) -> set[str]:
    """Return all cards and tiles that a part of a message names. Tiles can be named in either direction."""
    found = set(PIECE.findall(json.dumps(part)))
    return {"-".join(sorted(name.split("-"), key=int, reverse=True)) if "-" in name else name for name in found}


def known(match: Match, seat: int | None, deal: int) -> set[str]:
    """Return the pieces of a deal that a seat, or a spectator, has seen during play.

    Cards turned up as trump count as seen, even if they were turned up in another deal.
    """
    deals = match.record("public" if seat is None else seat)["deals"]
    trumps = [event for each in deals for event in each["events"] if event.startswith("table trump")]
    return named([*deals[deal]["events"], *trumps]) if -len(deals) <= deal else set()


def shown_in_the_end(match: Match) -> set[str]:
    """Return the pieces that the last deal's settlement shows.

    The game's `settled.py` lists these pieces. Without this file, there are none.
    """
    sets = part_or(match.game.name, "settled", "shown", lambda view: [])(match.view("public"))
    return {match.game.pieces[piece] for pieces in sets for piece in members(pieces)}


class Spy(Guest):
    """A guest who plays at random, asks for hints, takes moves back and chats, and records forbidden information."""

    def __init__(self, hub: Any, live: Any, name: str | None) -> None:
        """Join the table."""
        self.rng = random.Random(f"{name} {live.state.header.game}")
        self.early: list[str] = []
        """Messages before the end of the match."""
        self.late: list[str] = []
        self.faults: list[str] = []
        self.heard: Counter[str] = Counter()
        super().__init__(hub, live, name)

    def send(self, message: bytes) -> None:
        super().send(message)
        self._read(json.loads(message))

    async def do(self, kind: str, command: str | None = None, **parts: Any) -> dict[str, Any]:
        answer = await super().do(kind, command, **parts)
        self._read(answer, named(parts))
        return answer

    def _read(self, message: dict[str, Any], said: set[str] = frozenset()) -> None:  # type: ignore[assignment]
        """Record a fault for each part of a message with pieces that the seat has not seen.

        Pieces in `said` are exempt.
        """
        table = self.live.state
        self.heard[message["type"]] += 1
        (self.late if table.over else self.early).append(json.dumps(message))
        if table.over:
            return
        for what, part, may in self._parts(message, table.match):
            strange = named(part) - may - said
            if strange:
                self.faults.append(f"{message['type']} {what}: {sorted(strange)}")

    def _parts(self, message: dict[str, Any], match: Match | None) -> list[tuple[str, Any, set[str]]]:
        """Return the parts of a message, each with a label and the pieces that it is allowed to name."""
        now = known(match, self.seat, -1) if match else set()
        before = known(match, self.seat, -2) if match else set()
        if message["type"] not in ("snapshot", "update"):
            return [("answer", message, now)]
        board = dict(message["board"] or {})
        settled = before | shown_in_the_end(match) if match else set()
        trick = board.pop("last_trick", None)  # the last trick can belong to the previous deal
        lines = [board.pop("last", None), message["sheet"]]
        late = now if message["type"] == "snapshot" else now | before
        happened = message.get("what") or {}
        return [
            ("board", board, now),
            ("last trick", trick, now | before),
            ("you", message["you"], now),
            ("events", message["events"], late),
            ("what", happened["text"] if happened.get("kind") == "move" else None, late),
            ("settled", lines, settled),
            ("finished deal", message.get("settled"), settled),
            (
                "table",
                {**message, "settled": 0, "board": 0, "you": 0, "events": 0, "what": 0, "sheet": 0, "chat": 0},
                set(),
            ),
        ]

    async def play_on(self) -> None:
        """Play until the match is over, and send other random commands between the moves."""
        table = self.live.state
        while not table.over:
            await until(lambda: self.asked is not None or table.over or self._consents())
            if self._consents():
                await self.do("consent", yes=self.rng.random() < 0.8)
            elif self.asked is not None and table.match is not None and self.seat is not None:
                await self._move(table.match.legal(self.seat), table.match.game.pieces)

    def _consents(self) -> bool:
        standing = self.live.state.undo_request
        return standing is not None and self.seat in standing.waits_for

    async def _move(self, legal: list[str], pieces: tuple[str, ...]) -> None:
        chance = self.rng.random()
        if chance < 0.2:
            await self.do("hint")
        if chance < 0.3:
            await self.do("why", action=f"play {self.rng.choice(pieces)}")
        if 0.3 < chance < 0.4:
            await self.do("undo")
        elif 0.4 < chance < 0.45:
            await self.do("say", text="My hand is AS KS QS")
        else:
            await self.do("act", at=self.asked or 0, action=self.rng.choice(legal))


async def spies_at(game: str, path: Path, output: ServerOutput) -> list[Spy]:
    """Play a complete match with `house` bots, and record the server's output in `output`.

    Return two people and two spectators, who watched the match.
    """
    seats, options = short.seats(game), short.options(game)
    with listening(output):
        async with open_hub(path) as hub:
            table = await make_table(hub, game, "me", "open", *["house"] * (seats - 2), **options)
            spies = [Spy(hub, table, name) for name in ("Ann", "Ben", "Cleo", None)]
            ann, ben, cleo, _ = spies
            await ben.do("sit", seat=1, name="Ben", word="luck")
            await cleo.do("act", at=0, action="pass")
            await ann.do("start")
            await asyncio.gather(ann.play_on(), ben.play_on())
            output.measures = metrics.exposition().decode()
            output.sockets = {number: [*spy.early, *spy.late] for number, spy in enumerate(spies)}
    return spies


def shows_pieces(game: Game) -> bool:
    """Return whether spectators see any pieces while a deal is played."""
    return any(field.see == "public" and field.unit in {"card", "tile", *PIECE_SETS} for field in game.record.fields)


@every_played_game
async def test_nobody_reads_of_a_card_that_he_has_not_seen_nor_of_the_seed_or_anybodys_token(name, seats, tmp_path):
    output = ServerOutput()
    spies = await spies_at(name, tmp_path, output)
    assert [fault for spy in spies for fault in spy.faults] == []
    assert all(spy.heard["update"] > 20 for spy in spies)
    assert all(named(spy.early) for spy in spies if spy.seat is not None or shows_pieces(load(name)))
    assert sum((spy.heard for spy in spies), Counter())["hinted"] > 0
    header, table = spies[0].live.state.header, spies[0].live.state
    secrets = seeds(header.server_seed, table.progress.seed_words)
    early = "\n".join([*(text for spy in spies for text in spy.early), *output.logged, output.measures])
    assert [secret for secret in secrets if secret in early] == []
    assert all(header.server_seed.hex() in "".join(spy.late) for spy in spies)
    people = identities(["Ann", "Ben", "Cleo"])
    assert header.owner in people
    assert [known for known in people if known in output.everything()] == []


async def test_a_card_told_on_purpose_is_found(tmp_path, monkeypatch):
    mine = boards.own_part
    monkeypatch.setattr(
        boards,
        "own_part",
        lambda now, seat, deals: mine(now, seat, deals) | {"made": now.match.deals[-1].events[2].text()},
    )
    spies = await spies_at("auction-pitch", tmp_path, ServerOutput())
    assert [bool(spy.faults) for spy in spies] == [True, True, False, False]
    assert "update you" in spies[0].faults[0]
