"""A game as a tree: at each node, a seat moves or chance picks one piece.

With explicit chance, a chance node picks the first dealer, or a card or tile that is dealt, drawn or turned up. All
outcomes of a node are equally likely. If only one outcome is possible, as for the last cards of a stock, there is no
chance node. If the table turns over several pieces together, chance picks all of them before any seat sees one. With
sampled chance, the match's seed determines all random outcomes. At each node except the last, a seat then moves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.trees import Tree
from saleroom.kernel import loops
from saleroom.kernel.bits import members
from saleroom.kernel.ending import BEFORE_DEAL
from saleroom.kernel.game import Turn, set_seeds
from saleroom.kernel.tree_steps import CHANCE, OVER
from saleroom.match.errors import IllegalAction

Act = tuple[int, int, bytes]
"""A seat's action: the seat, the action's id, and the state before the action, from which its text can be made.

A plain tuple is created ten times as fast as a named tuple, and every move creates one.
"""


class Turned(NamedTuple):
    """Pieces that the table has turned over."""

    words: str
    pieces: tuple[int, ...] = ()
    seat: int | None = None
    """Only seat that sees the pieces; `None` if all seats see them."""


class Revealed(NamedTuple):
    """Log entry: the last action settled a deal, or opened choices that were sealed when this deal was imagined."""

    words: str
    after: bytes


class Node:
    """A node of the tree. Every action changes this object to the next node."""

    __slots__ = (
        "_chosen",
        "_due",
        "_ids",
        "_missing",
        "_turned",
        "gained",
        "legal",
        "log",
        "player",
        "states",
        "told",
        "total",
        "tree",
        "veiled",
    )

    def __init__(self, tree: Tree, seed: bytes = bytes(32)) -> None:
        """Create the root; `seed` is used only if chance is sampled."""
        self.tree = tree
        self.states = tree.copy_of(tree.blank)
        self.player = CHANCE
        self.legal = list(range(tree.terms.seats))
        """Ids of the legal actions or, at a chance node, of the possible outcomes; ascending."""
        self.log: list[Any] = []
        """All events so far: each is an `Act`, a `Turned`, a `Revealed` or an entry of
        `saleroom.envs.observation_history`.
        """
        self.told: list[Any] = []
        """The log as text, up to the last requested entry; see `saleroom.envs.observation_history`."""
        self.veiled: dict[str, int] = {}
        """By verb of sealed choices, the number of unopened choices that differ between this imagined deal and the log.
        """
        self.total = [0.0] * tree.terms.seats
        """Each seat's total reward so far."""
        self.gained: list[float] | None = None
        """Each seat's reward from the last action; None if no deal was settled."""
        self._ids = np.zeros(tree.terms.actions, np.int64)
        self._due: list[Turn] = []
        self._chosen: list[int] = []
        self._missing = 0
        self._turned: list[Turned] = []
        if not tree.explicit:
            set_seeds(self.states, [seed])
            self._begin_table(None)

    def copy(self) -> Node:
        """Return an independent copy."""
        twin = object.__new__(Node)
        twin.tree, twin.player, twin.total, twin.gained = self.tree, self.player, self.total, self.gained
        twin.states, twin._ids = self.tree.copy_of(self.states), np.empty_like(self._ids)
        twin.legal, twin.log, twin.told = self.legal.copy(), self.log.copy(), self.told.copy()
        twin._due, twin._chosen, twin._turned = self._due.copy(), self._chosen.copy(), self._turned.copy()
        twin._missing, twin.veiled = self._missing, self.veiled.copy()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self.copy()

    # Words

    def format_action(self, action: int) -> str:
        """Return the text of a legal action or, at a chance node, of a possible outcome."""
        game = self.tree.terms.game
        if action not in self.legal:
            return f"action {action}"
        if self.player != CHANCE:
            return game.format_action(self.states[0], self.player, action)
        return f"{self._due[0].words} {game.pieces[action]}" if self.log else f"dealer {action}"

    @property
    def coming(self) -> list[str]:
        """Pieces that chance has already picked, and that the table will hand out."""
        pieces = self.tree.terms.game.pieces
        held = [(turned.words, turned.pieces) for turned in self._turned]
        if self._due:
            held.append((self._due[0].words, tuple(self._chosen)))
        return [" ".join(["table", words, *(pieces[piece] for piece in come)]) for words, come in held]

    # Actions and chance

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the possible pieces and their probabilities; raise `ValueError` unless this is a chance node."""
        if self.player != CHANCE:
            raise ValueError("this is no chance node: a seat is to move, or the game is over")
        return [(piece, 1 / len(self.legal)) for piece in self.legal]

    def apply(self, action: int) -> None:
        """Do one action of the seat to move, or of chance; raise `IllegalAction` and change nothing if it is
        illegal.
        """
        if action not in self.legal:
            raise IllegalAction(self._why_not(action))
        if self.player == CHANCE:
            self._bring(action)
            return
        self.gained = None
        self.log.append((self.player, action, self.states.tobytes()))
        self.player, count, settled = self.tree.take(self.states, self.player, action, self.tree.whole, self._ids)
        self.legal = self._ids[:count].tolist()
        if self.veiled:
            self._note_open_seals()
        if settled:
            self._settle()
        if self.player == CHANCE:
            self._begin_table(None)

    def _why_not(self, action: int) -> str:
        if self.player == OVER:
            return "the game is over"
        if self.player == CHANCE:
            return f"chance cannot bring {action} now"
        terms = self.tree.terms
        return terms.why_not(terms.game.record.view(self.states, self.player)[0], self.player, action)

    def _note_open_seals(self) -> None:
        """Log the state after sealed choices have been opened, so that every seat's events can show these choices."""
        still = self.tree.terms.game.still_sealed(self.states[0])
        now = {verb: still.get(verb, 0) for verb in self.veiled}
        if any(now[verb] < before for verb, before in self.veiled.items()):
            self.log.append(Revealed("opened", self.states.tobytes()))
        self.veiled = {verb: now[verb] for verb, before in self.veiled.items() if now[verb] >= before}

    def _settle(self) -> None:
        """Log the settlement of a deal."""
        terms, state = self.tree.terms, self.states[0]
        self.log.append(Revealed("settled", self.states.tobytes()))
        if terms.reward == "win":
            won = members(state.winners)
            total = [1 / len(won) if seat in won else 0.0 for seat in range(terms.seats)]
        else:
            total = (self.states["scores"][0] - self.tree.blank["scores"][0])[: terms.seats].astype(float).tolist()
        if terms.reward == "ahead":
            total = [own - (sum(total) - own) / (terms.seats - 1) for own in total]
        self.gained = [now - then for now, then in zip(total, self.total, strict=True)]
        self.total = total

    # The table's turns

    def _begin_table(self, dealer: int | None) -> None:
        """Load the pieces that the table has to turn over.

        `dealer` is the first dealer if chance has just picked one.
        """
        self.tree.arrange(self.states, 0)
        if dealer is not None:
            self.states["dealer"] = dealer
        if not self.log:
            self.log.append(Turned(f"dealer {self.states['dealer'][0]}"))
        self._due, self._turned = self.tree.terms.game.turns(self.states[0]), []
        self._run_table()

    def _run_table(self) -> None:
        """Turn over pieces until chance must pick a piece or a seat must move."""
        while self._due:
            self._open_turn(self._due[0])
            if self._is_chance(self._due[0]):
                self.player = CHANCE
                return
            self._close_turn()
        self.tree.turn_over(self.states, 0)
        self.log += self._turned
        self._turned = []
        self._look()
        if self.player == CHANCE:
            self._begin_table(None)

    def _is_chance(self, turn: Turn) -> bool:
        """Return whether the next piece of `turn` is picked by chance.

        There is no choice if the turn takes all remaining pieces and their order is irrelevant.
        """
        return self._missing > 0 and len(self.legal) > (1 if turn.ordered else self._missing)

    def _look(self) -> None:
        """Load the seat to move and its legal actions."""
        self.player, count = self.tree.offer(self.states, self._ids)
        self.legal = self._ids[:count].tolist()

    def _pile(self, turn: Turn) -> Any:
        return self.states[turn.pile][0, turn.start : turn.live]

    def _open_turn(self, turn: Turn) -> None:
        """Load the possible pieces of a turn, and the number of pieces that chance picks."""
        pile: list[int] = self._pile(turn).tolist() if turn.pile else []
        certain = turn.bound if self.tree.explicit else turn.count
        self._chosen, self.legal = pile[:certain], sorted(pile[certain:])
        self._missing = turn.count - certain

    def _bring(self, piece: int) -> None:
        """Apply `piece`, the outcome that chance picked: the first dealer or a piece."""
        if not self.log:
            self._begin_table(piece)
            return
        self.legal.remove(piece)
        self._chosen.append(piece)
        self._missing -= 1
        if not self._is_chance(self._due[0]):
            self._close_turn()
            self._run_table()

    def _close_turn(self) -> None:
        """Complete a turn after all its pieces are known: put them where the table takes them from."""
        turn = self._due.pop(0)
        if self._missing:
            self._chosen += self.legal
            self.legal = []
        if turn.pile and self.tree.explicit:
            self._pile(turn)[:] = self._chosen + self.legal
        come = self._chosen[: turn.count]
        self._turned.append(Turned(turn.words, tuple(come if turn.ordered else sorted(come)), turn.seat))

    # Imagined worlds, which are deals consistent with what a seat has seen

    def redeal(self, seat: int, rng: NDArray[np.uint64]) -> Node:
        """Return a copy in which everything hidden from `seat` is dealt again.

        The copy's log still describes the cards and actions of this node, not those of the new deal.
        """
        twin = self.copy()
        if not self.log:
            return twin
        twin.states = self.tree.copy_of(self.tree.terms.game.record.view(self.states, seat))
        if self.states["phase"][0] != BEFORE_DEAL:
            loops.imagine(twin.states, 0, seat, rng)
        if twin.player >= 0:
            twin._look()
        elif twin.player == CHANCE:
            twin._begin_table(int(twin.states["dealer"][0]))
        return twin
