"""Match with a record: seats act by text or id, the table deals, and every event is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from saleroom.games import load
from saleroom.kernel import choices, loops
from saleroom.kernel.bits import members
from saleroom.kernel.fields import PUBLIC
from saleroom.kernel.game import Game, State, Turn, set_seeds
from saleroom.kernel.numbers import whole, whole_in
from saleroom.kernel.options import Value, shown
from saleroom.kernel.refusals import Refusal, refusal_of
from saleroom.match import record
from saleroom.match.errors import IllegalAction
from saleroom.match.events import TABLE, Deal, Event, Watcher, insert_sealed, of_action, still_sealed
from saleroom.match.record import Record
from saleroom.match.seeds import Rng, Seed, dice_of, seed_bytes
from saleroom.renamed import EarlierMember


class Match:
    """One match of one game. Seats are numbered from 0, clockwise."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Value],
        players: Sequence[str],
        seed: Seed = None,
        first: int | None = None,
        rules_version: int | None = None,
    ) -> None:
        """Create a match before its first deal; call `run_table` to deal. Without `first`, the first dealer is drawn.

        `options` are complete. `rules_version` is the version with which the match began, by default the game's
        version.
        """
        self.game = game
        self.options = options
        self.rules_version = rules_version or game.rules_version
        self.players = list(players)
        self.seats = len(self.players)
        self.deals: list[Deal] = []
        key = seed_bytes(seed)
        self.seed_text: str | int | None = key.hex()
        """Seed to write to the record; None if the cards did not come from a seed."""
        self.fair: dict[str, Any] | None = None
        """Proof of a fair deal, for the record."""
        self.first_was_drawn = True
        """Whether the first dealer is the seat that the seed draws."""
        self._first = first
        self._key = key
        self._log: list[str] = []
        self._states = game.blank(1, options, self.seats)
        self._due: list[Turn] = []
        self._resolved: tuple[int, str | int, int] | None = None
        """Arguments and result of the last call of `resolve_action`: seat, action, id.

        None after the state has changed.
        """
        set_seeds(self._states, [key])
        self._bind()

    def _bind(self) -> None:
        """Store the fields that every step reads, because attribute access on a record is slow."""
        self._acting, self._won, self._number = (self._states[name] for name in ("acting", "winners", "deal"))

    # Queries

    @property
    def state(self) -> State:
        """Whole state with all secrets; pass it to referees, never to players."""
        return self._states[0]

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that may act now. In a sealed phase there can be several; if the match is over, there are none."""
        return tuple(members(self._acting[0]))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._won[0])

    @property
    def scores(self) -> list[int]:
        """Each seat's points or chips; if the match is over, they include the leftover pot."""
        return [int(score) for score in self.state.scores[: self.seats]]

    @property
    def winners(self) -> list[int]:
        """Winning seats; empty while the match lasts."""
        return members(self._won[0])

    @property
    def dealer(self) -> int:
        """The current dealer (in Auction Draw, the leader)."""
        return self.deals[-1].dealer

    @property
    def history(self) -> list[str]:
        """Every event of the match so far, in chronological order, with all secrets."""
        return list(self._log)

    def view(self, seat: Watcher) -> State:
        """Return the state as a seat or a spectator (``"public"``) may see it: hidden values are zero."""
        return self.views(seat)[0]

    def views(self, seat: Watcher) -> Any:
        """Return the view of a seat or spectator as an array of one record, the argument type of compiled players."""
        return self.game.record.view(self._states, PUBLIC if seat == "public" else self.seat(seat))

    def all_views(self) -> Any:
        """Return the views of all seats and, at index `PUBLIC`, of a spectator, as an array of records."""
        return self.game.record.views(self._states)

    def seat(self, seat: Any) -> int:
        """Return a seat's number as an `int`; raise `IllegalAction` if the match has no such seat."""
        number = whole_in(seat, range(self.seats))
        if number is not None:
            return number
        raise IllegalAction(Refusal("no-such-seat", given=shown(seat), last=self.seats - 1))

    def legal_ids(self, seat: int) -> list[int]:
        """Return the ids of a seat's legal actions in ascending order; the list is empty unless the seat may act."""
        return choices.ids(loops.legal(self._states, 0, self.seat(seat)))

    def legal(self, seat: int) -> list[str]:
        """Return a seat's legal actions as texts, in the order of their ids."""
        view = self.view(seat)
        return [self.game.format_action(view, seat, action) for action in self.legal_ids(seat)]

    def is_legal(self, seat: int, action: str | int) -> bool:
        """Return whether `act` would accept the action."""
        try:
            self.resolve_action(seat, action)
        except IllegalAction:
            return False
        return True

    # Actions

    def act(self, seat: int, action: str | int) -> None:
        """Carry out an action, given as text or id.

        If the action is illegal, raise `IllegalAction` with the reason and change nothing.
        """
        seat = self.seat(seat)
        self._do(seat, self.resolve_action(seat, action))
        self.run_table()

    def resolve_action(self, seat: int, action: str | int) -> int:
        """Return the id of an action; raise `IllegalAction` if it is not legal."""
        seat = self.seat(seat)
        if self._resolved is not None and type(action) is str and self._resolved[:2] == (seat, action):
            # a server calls this before it stores an action, and again when it carries out the action
            return self._resolved[2]
        if self.over:
            raise IllegalAction(Refusal("match-over"))
        if seat not in self.to_act:
            raise IllegalAction(Refusal("not-your-turn", acting_seats=self.to_act))
        number = self._number_of(seat, action)
        if not 0 <= number < self.game.action_bound(self.options, self.seats):
            raise IllegalAction(Refusal("no-such-number"))
        if not loops.permits(self._states, 0, seat, number):
            raise IllegalAction(self.game.why_not(self.view(seat), seat, number))
        self._resolved = seat, action, number
        return number

    understand = EarlierMember("resolve_action")

    def _number_of(self, seat: int, action: str | int) -> int:
        number = whole(action)
        if number is not None:
            return number
        if not isinstance(action, str):
            raise IllegalAction(Refusal("wrong-type", type=type(action).__name__))
        try:
            return self.game.parse_action(self.view(seat), seat, action)
        except ValueError as error:
            raise IllegalAction(refusal_of(error)) from None

    def _do(self, seat: int, action: int) -> None:
        """Carry out a legal action and record it."""
        self._resolved = None
        state, deal, number = self.state, self.deals[-1], self._number[0] + 0
        event = of_action(self.game, seat, self.game.format_action(state, seat, action))
        first, others = self._sealed_round(event.verb)
        loops.act(self._states, 0, seat, action)
        insert_sealed(deal.events, event, first, self.seats, others)
        self._log.append(event.text())
        if self.over or self._number[0] != number:
            deal.score = [int(change) for change in self.state.last_score[: self.seats]]
            deal.carry = int(self.state.last_carry)

    def _sealed_round(self, verb: str) -> tuple[int, int]:
        """Return the seat whose choice the record lists first in a sealed round, and the number of choices so far.

        The number of choices is 0 for verbs that are not sealed, and before the first choice of the round.
        """
        if verb not in self.game.sealed:
            return 0, 0
        return self.game.sealed[verb](self.state), self.game.still_sealed(self.state).get(verb, 0)

    # The table

    def run_table(self) -> Match:
        """Let the table act until a seat may act or the match is over; return the match itself."""
        while self.table_due():
            self.turn_over()
        return self

    start = EarlierMember("run_table")

    def table_due(self) -> list[Turn]:
        """Return what the table must turn over before a seat may act; chance has already chosen the pieces."""
        if not self._due and not self._acting[0] and not self.over:
            loops.arrange(self._states, 0)
            if not self.deals and self._first is not None:
                self.first_was_drawn = self.state.dealer == self._first
                self.state.dealer = self._first
            if not self.deals or self.deals[-1].score is not None:
                self.deals.append(Deal(int(self.state.dealer)))
            self._due = self.game.turns(self.state)
        return self._due

    def turn_over(self) -> Event:
        """Turn over the next pieces that are due, and return the event. After the last of them, let the table act."""
        turn = self.table_due().pop(0)
        come: list[int] = self._pile(turn)[: turn.count].tolist()
        pieces = come if turn.ordered else sorted(come)
        event = Event(TABLE, turn.words, tuple(self.game.pieces[piece] for piece in pieces), turn.seat)
        self.deals[-1].events.append(event)
        self._log.append(event.text())
        if not self._due:
            loops.turn_over(self._states, 0)
        return event

    def stack(self, turn: Turn, pieces: Sequence[int]) -> bool:
        """Move the given pieces to the place from which `turn` takes them; return whether they were already there.

        Raise `ValueError` for a piece that cannot be turned over now.
        """
        if len(set(pieces)) != turn.count or len(pieces) != turn.count:
            raise ValueError(f"{turn.words} takes {turn.count} different pieces")
        pile = self._pile(turn)
        come = pile[: turn.count].tolist()
        if come == list(pieces) or (not turn.ordered and set(come) == set(pieces)):
            return True
        wanted = [int(piece) for piece in pile[: turn.bound]]
        if not set(wanted) <= set(pieces):
            raise ValueError("the last pieces of the old stock come first")
        wanted += [piece for piece in pieces if piece not in wanted]
        for piece in wanted:
            if piece not in pile:
                raise ValueError(f"{self.game.pieces[piece]} cannot come now")
        for place, piece in enumerate(wanted):
            found = place + np.flatnonzero(pile[place:] == piece)[0]
            pile[found], pile[place] = pile[place], piece
        return False

    def apply_event(self, text: str, in_order: bool = False) -> bool:
        """Apply any event of a record, including events of the table.

        If the event cannot happen, raise `ValueError` and change nothing.

        Return whether chance had chosen the same pieces as the event. With `in_order`, sealed choices must come in the
        order of the record.
        """
        due = self.table_due()
        actor, _, words = text.partition(" ")
        if not due:
            self._apply_action_event(actor, words, in_order)
            return True
        head = f"{TABLE} {due[0].words}"
        if text != head and not text.startswith(f"{head} "):
            raise ValueError(f"the table must {due[0].words} now")
        names = text[len(head) + 1 :].split(" ") if text != head else []
        by_chance = self.stack(due[0], [self._piece(name) for name in names])
        self.turn_over()
        return by_chance

    feed = EarlierMember("apply_event")

    def _apply_action_event(self, actor: str, words: str, in_order: bool) -> None:
        if actor not in [str(seat) for seat in range(self.seats)]:
            raise ValueError(f"seat {' or '.join(map(str, self.to_act))} is to act")
        seat, events = int(actor), self.deals[-1].events
        number = self.resolve_action(seat, words)
        verb = words.split(" ", 1)[0]
        first, others = self._sealed_round(verb)
        if in_order and others and (seat - first) % self.seats < (int(events[-1].actor) - first) % self.seats:
            raise ValueError("sealed choices stand in seat order")
        self._do(seat, number)

    def _piece(self, name: str) -> int:
        if name not in self.game.pieces:
            raise ValueError(f"{name!r} is no card or tile of this game")
        return self.game.pieces.index(name)

    def _pile(self, turn: Turn) -> Any:
        return self.state[turn.pile][turn.start : turn.live] if turn.pile else np.zeros(0, np.int8)

    # Copies and undo

    @property
    def sealed_events(self) -> list[Event]:
        """Events of this deal, in the order of the record, whose pieces only the acting seats have seen so far."""
        deal = self.deals[-1]
        return [deal.events[place] for place in sorted(still_sealed(self.game, self.state, deal))]

    def copy(self) -> Match:
        """Return an independent copy of the match."""
        twin = object.__new__(Match)
        twin.__dict__ |= self.__dict__
        twin.players, twin._log, twin._due = list(self.players), list(self._log), list(self._due)
        twin.deals = [
            deal if deal.score is not None else replace(deal, events=list(deal.events)) for deal in self.deals
        ]
        twin._states = self._states.copy()
        twin._bind()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a match as its record, which is replayed."""
        identity = (self.seed_text, self.fair, self.rules_version)
        return _again, (self.game.name, self.options, self.players, self._key, self._first, self._log, identity)

    def undo(self) -> tuple[int, str]:
        """Undo the last action and everything that the table did after it; return the action's seat and text.

        The match replays all earlier events. Raise `IllegalAction` if no seat has acted yet.
        """
        log = list(self._log)
        while log and log[-1].startswith(TABLE):
            log.pop()
        if not log:
            raise IllegalAction(Refusal("nothing-to-undo"))
        seat, _, words = log.pop().partition(" ")
        identity = (self.seed_text, self.fair, self.rules_version)
        again = _again(self.game.name, self.options, self.players, self._key, self._first, log, identity)
        self.__dict__ = again.__dict__
        return int(seat), words

    # Imagined worlds

    def imagine(self, seat: Watcher, rng: Rng = None) -> State:
        """Return a random whole state consistent with everything that a seat has seen.

        Future chance events in that state are independent of those in the match. `seat` cannot be a spectator. `rng` is
        a NumPy or Python generator, or a number; random by default.
        """
        world = self.views(self.seat(seat))
        loops.imagine(world, 0, self.seat(seat), dice_of(rng))
        return world[0]

    # Records

    def record(self, seat: Watcher | None = None, *, opened: bool = True) -> Record:
        """Return the match as a record: whole, or as `seat` (or ``"public"``) may see it.

        The end of the match opens the record to all seats. With `opened=False`, it stays as `seat` saw the events.
        """
        return record.write(self, seat, opened)

    def __repr__(self) -> str:
        state = f"won by {self.winners}" if self.over else f"deal {len(self.deals)}, to act {list(self.to_act)}"
        return f"<{self.game.title}: {self.seats} seats, scores {self.scores}, {state}>"


def _again(
    game: str,
    options: dict[str, Value],
    players: Sequence[str],
    key: bytes,
    first: int | None,
    log: Sequence[str],
    record_identity: tuple[str | int | None, dict[str, Any] | None, int],
) -> Match:
    """Replay a match from its events. `record_identity` has the record's seed, fairness proof and rules version."""
    seed_text, proof, rules_version = record_identity
    match = Match(load(game), options, players, key, first, rules_version)
    for event in log:
        match.apply_event(event)
    match.seed_text, match.fair = seed_text, proof
    return match.run_table()
