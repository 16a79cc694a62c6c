"""A match that somebody watches: seats act in words or ids, the table deals, and everything is written down."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from saleroom.kernel import choices, loops
from saleroom.kernel.bits import members
from saleroom.kernel.fields import PUBLIC
from saleroom.kernel.game import Game, State, Turn, sow
from saleroom.kernel.options import Value
from saleroom.match.errors import IllegalAction
from saleroom.match.events import TABLE, Deal, Event, insert, of_action

Watcher = int | Literal["public"]
Seed = int | str | bytes | None


def seed_bytes(seed: Seed) -> bytes:
    """A seed of 32 bytes: drawn afresh for None; an integer as 32 bytes, big end first; a string as 64 hex digits."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, str) and len(seed) == 64 and all(c in "0123456789abcdef" for c in seed):
        return bytes.fromhex(seed)
    if type(seed) is int and 0 <= seed < 1 << 256:
        return seed.to_bytes(32, "big")
    raise ValueError(f"a seed is a number from 0 to 2^256 - 1 or 64 lower-case hex digits, not {seed!r}")


class Match:
    """One match of one game. Seats are numbered from 0, clockwise."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Value],
        players: Sequence[str],
        seed: Seed = None,
        first: int | None = None,
    ) -> None:
        """A match before its first deal; `start` deals. `first` sets the first dealer, who is drawn otherwise."""
        self.game = game
        self.options = options
        self.players = list(players)
        self.seats = len(self.players)
        self.seed: bytes | None = seed_bytes(seed)
        self.deals: list[Deal] = []
        self._first = first
        self._states = game.blank(1, options, self.seats)
        self._due: list[Turn] = []
        sow(self._states, [self.seed])

    # What is known

    @property
    def state(self) -> State:
        """The whole state, secrets and all: for referees, not for players."""
        return self._states[0]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; several in a sealed phase, none once the match is over."""
        return tuple(members(self.state.acting))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state.winners)

    @property
    def scores(self) -> list[int]:
        """Each seat's points or chips; once the match is over, a leftover pot is shared out in them."""
        return [int(score) for score in self.state.scores[: self.seats]]

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty while the match lasts."""
        return members(self.state.winners)

    @property
    def dealer(self) -> int:
        """Who deals now (in Auction Draw: who leads)."""
        return self.deals[-1].dealer

    def view(self, seat: Watcher) -> State:
        """What a seat, or a spectator (``"public"``), may know: a record of the same fields, the rest zero."""
        return self._views(seat)[0]

    def _views(self, seat: Watcher) -> Any:
        return self.game.record.view(self._states, PUBLIC if seat == "public" else self._seat(seat))

    def _seat(self, seat: Any) -> int:
        if isinstance(seat, int | np.integer) and 0 <= seat < self.seats:
            return int(seat)
        raise IllegalAction(f"there is no seat {seat!r}; the seats are 0 to {self.seats - 1}")

    def legal_ids(self, seat: int) -> list[int]:
        """The ids of a seat's legal actions, ascending; none unless it may act."""
        return choices.ids(loops.legal(self._states, 0, self._seat(seat)))

    def legal(self, seat: int) -> list[str]:
        """A seat's legal actions as words, in the order of their ids."""
        view = self.view(seat)
        return [self.game.say(view, seat, action) for action in self.legal_ids(seat)]

    # What happens

    def act(self, seat: int, action: str | int) -> None:
        """One action, in words or by id; `IllegalAction` says why it cannot be, and then nothing has changed."""
        number = self.understand(seat, action)
        self._do(seat, number)
        self._run_table()

    def understand(self, seat: int, action: str | int) -> int:
        """The id of a legal action; `IllegalAction` when it is not legal."""
        seat = self._seat(seat)
        if self.over:
            raise IllegalAction("the match is over")
        if seat not in self.to_act:
            waiting = ", ".join(str(other) for other in self.to_act)
            raise IllegalAction(f"it is not seat {seat}'s turn, but that of {waiting}")
        view = self.view(seat)
        try:
            number = int(action) if not isinstance(action, str) else self.game.hear(view, seat, action)
        except ValueError as error:
            raise IllegalAction(str(error)) from None
        if number not in self.legal_ids(seat):
            if not 0 <= number < self.game.action_bound(self.options, self.seats):
                raise IllegalAction(f"there is no action {number}")
            raise IllegalAction(self.game.why_not(view, seat, number))
        return number

    def _do(self, seat: int, action: int) -> None:
        """Carry out a legal action and write it down."""
        view, deal, number = self.view(seat), self.deals[-1], int(self.state.deal)
        event = of_action(self.game, seat, self.game.say(view, seat, action))
        first = self.game.sealed[event.verb](view) if event.verb in self.game.sealed else None
        loops.act(self._states, 0, seat, action)
        insert(deal.events, event, first, self.seats)
        if self.over or self.state.deal != number:
            deal.score = [int(change) for change in self.state.last_score[: self.seats]]
            deal.carry = int(self.state.last_carry)

    # What the table does

    def start(self) -> Match:
        """Let the table deal; returns the match itself."""
        self._run_table()
        return self

    def table_due(self) -> list[Turn]:
        """What the table has yet to turn over before a seat may act, arranged by chance already."""
        if not self._due and not self.to_act and not self.over:
            loops.arrange(self._states, 0)
            if not self.deals and self._first is not None:
                self.state.dealer = self._first
            if not self.deals or self.deals[-1].score is not None:
                self.deals.append(Deal(int(self.state.dealer)))
            self._due = self.game.turns(self.state)
        return self._due

    def turn_over(self) -> Event:
        """Turn over the next pieces that are due; the table acts with the last of them."""
        turn = self.table_due().pop(0)
        pieces = sorted(int(piece) for piece in self._pile(turn)[: turn.count])
        event = Event(TABLE, turn.words, tuple(self.game.pieces[piece] for piece in pieces), turn.seat)
        self.deals[-1].events.append(event)
        if not self._due:
            loops.turn_over(self._states, 0)
        return event

    def stack(self, turn: Turn, pieces: Sequence[int]) -> None:
        """Bring given pieces to the place from which `turn` takes them; `ValueError` for one that cannot come now."""
        if len(set(pieces)) != turn.count or len(pieces) != turn.count:
            raise ValueError(f"{turn.words} takes {turn.count} different pieces")
        pile = self._pile(turn)
        due = {int(piece) for piece in pile[: turn.bound]}
        if not due <= set(pieces):
            raise ValueError(f"{self.game.pieces[min(due - set(pieces))]} must come first")
        for place, piece in enumerate((piece for piece in pieces if piece not in due), turn.bound):
            found = np.flatnonzero(pile[place:] == piece)
            if not len(found):
                raise ValueError(f"{self.game.pieces[piece]} cannot come now")
            pile[place + found[0]], pile[place] = pile[place], piece

    def feed(self, text: str) -> None:
        """One event as the record has it, the table's included; `ValueError` when it cannot be, and nothing changes."""
        due = self.table_due()
        actor, _, words = text.partition(" ")
        if not due:
            if actor == TABLE or not actor.isdecimal():
                raise ValueError(f"seat {', '.join(map(str, self.to_act))} is to act, not {actor!r}")
            self._do(int(actor), self.understand(int(actor), words))
            return
        head = f"{TABLE} {due[0].words}"
        if text != head and not text.startswith(f"{head} "):
            raise ValueError(f"the table must {due[0].words} now")
        self.stack(due[0], [self._piece(name) for name in text[len(head) + 1 :].split(" ") if name])
        self.turn_over()

    def _piece(self, name: str) -> int:
        if name not in self.game.pieces:
            raise ValueError(f"{name!r} is no card or tile of this game")
        return self.game.pieces.index(name)

    def _pile(self, turn: Turn) -> Any:
        return self.state[turn.pile][turn.start : turn.live] if turn.pile else np.zeros(0, np.int8)

    def _run_table(self) -> None:
        while self.table_due():
            self.turn_over()

    def __repr__(self) -> str:
        state = f"won by {self.winners}" if self.over else f"deal {len(self.deals)}, to act {list(self.to_act)}"
        return f"<{self.game.title}: {self.seats} seats, scores {self.scores}, {state}>"
