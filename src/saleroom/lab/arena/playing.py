"""Play one cluster: the same cards in every seating. For speed, play changes arrays directly and writes no records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from saleroom import bots
from saleroom.games import load
from saleroom.kernel import loops
from saleroom.kernel.game import Game, set_seeds
from saleroom.lab.arena.differences import STAND_IN
from saleroom.lab.arena.instant_players import stand_in
from saleroom.lab.arena.plan import Plan
from saleroom.lab.protocol_errors import ProtocolErrors, all_counts
from saleroom.match.errors import IllegalAction
from saleroom.match.match import Match
from saleroom.match.move_requests import MoveRequester
from saleroom.match.seeds import public_id

Row = dict[str, Any]
Make = Callable[..., Any]
"""Function that creates a player, with the arguments of `bots.player`: name, game, seed, objective=, threads=."""

LAPSES = "lapses"
"""Key in a row of results for the counts of each program's protocol errors."""


def play_cluster(plan: Plan, number: int, make: Make = bots.player) -> list[Row]:
    """Play cluster `number`, and return a row for each seating in the format of `docs/research/arena.md`.

    `make` creates the players. A player whose attribute `sees_all` is true gets the whole state instead of its view;
    `bots.player` creates no such players.
    """
    rows = [play_seating(plan, number, seating, make) for seating in range(plan.turns)]
    if plan.control:
        for row, results in zip(rows, stand_in(plan, [number])[0].tolist(), strict=True):
            row[STAND_IN] = results
    return rows


def play_seating(plan: Plan, number: int, seating: int, make: Make = bots.player) -> Row:
    """Play one seating of a cluster to the end of its first deal or of the match, and return its row."""
    game, seed, names = load(plan.game), plan.seed_of(number), plan.seatings(number)[seating]
    players = [
        make(name, game, seed + bytes([seating, seat]), objective=plan.objective, threads=1)
        for seat, name in enumerate(names)
    ]
    table = Table(game, plan, seed)
    if plan.programs:
        match = Match(game, dict(plan.options), names, seed).run_table()
        table.follow = Followed(match, MoveRequester(match, players, public_id(seed, seating), plan.objective))
    dealer = int(table.states["dealer"][0])
    while not table.over:
        table.move(players)
    errors = table.follow.finish(names, players) if table.follow else {}
    scores = table.states["scores" if plan.matches else "last_score"][0, : plan.seats].tolist()
    row = {"cluster": number, "seating": seating, "players": list(names), "dealer": dealer, "scores": scores}
    if plan.matches:
        winners = int(table.states["winners"][0])
        row["wins"] = [(winners >> seat & 1) / winners.bit_count() for seat in range(plan.seats)]
    row |= {LAPSES: errors} if plan.programs else {}
    return row | {"deals": table.deals, "decisions": table.decisions, "bids": table.bids}


@dataclass
class Followed:
    """Copy of the match for programs, which receive messages instead of arrays."""

    match: Match
    asker: MoveRequester

    def finish(self, names: Sequence[str], players: Sequence[Any]) -> dict[str, dict[str, int]]:
        """Report the end of the match to the programs, and return each program's protocol errors."""
        self.asker.finish()
        errors = ProtocolErrors()
        errors.note(names, players)
        return {name: all_counts(numbers) for name, numbers in errors.counts.items()}


@dataclass
class Table:
    """A match or a single deal in progress."""

    game: Game
    plan: Plan
    seed: bytes
    deals: int = 0
    """Number of settled deals."""
    decisions: int = 0
    bids: list[Row] = field(default_factory=list)
    """Last bid of each seat in every auction; bids of the current deal do not have an outcome yet."""
    standing: dict[int, Row] = field(default_factory=dict)
    """Last bid of each seat in the current auction, by seat; the highest bid is last."""
    follow: Followed | None = None
    """Copy of the match for programs; None if no player is a program."""

    def __post_init__(self) -> None:
        """Deal the first hands."""
        self.states: Any = self.game.blank(1, self.plan.options, self.plan.seats)
        set_seeds(self.states, [self.seed])
        loops.open_tables(self.states)
        self._acting, self._winners = self.states["acting"], self.states["winners"]
        self._deal, self._phase = self.states["deal"], self.states["phase"]
        self._bidding = self.game.bidding
        self._open = 0  # index of the first entry in `bids` without an outcome

    @property
    def over(self) -> bool:
        """Whether the match has ended or, if the plan plays only first deals, whether the first deal has ended."""
        return bool(self._winners[0]) or (self.deals > 0 and not self.plan.matches)

    def move(self, players: list[Any]) -> None:
        """Let the lowest-numbered of the seats that may act move. After this, deal if a deal is due."""
        acting = int(self._acting[0])
        seat = (acting & -acting).bit_length() - 1
        player, bidding = players[seat], self._phase[0] == self._bidding
        action, expected = self._chosen(player, seat, bidding)
        if not loops.permits(self.states, 0, seat, action):
            raise IllegalAction(f"{self.plan.game}: {player!r} in seat {seat} may not do action {action}")
        if bidding:
            self._note_bid(seat, action, expected)
        deal = int(self._deal[0])
        loops.act(self.states, 0, seat, action)
        loops.open_tables(self.states)
        if self.follow:
            self.follow.match.act(seat, action)
        self.decisions += 1
        settled = bool(self._winners[0]) or self._deal[0] != deal
        if self.standing and (settled or self._phase[0] != self._bidding):
            self.bids += self.standing.values()
            self.bids[-1]["won"] = True
            self.standing.clear()
        if settled:
            self._settle()

    def _chosen(self, player: Any, seat: int, bidding: bool) -> tuple[int, float | None]:
        """Return the id of the chosen action and, for a bid, the result that the player expects."""
        if self.follow and getattr(player, "by_message", False):
            return self.follow.asker.choose(seat), None
        sees_all = getattr(player, "sees_all", False)
        views = self.states.copy() if sees_all else self.game.record.view(self.states, seat)
        if bidding and hasattr(player, "decide"):
            decision = player.decide(views, seat)
            return int(decision.action), decision.expected
        return int(player.choose(views, seat)), None

    def _note_bid(self, seat: int, action: int, expected: float | None) -> None:
        """Store a bid in place of the seat's previous bid in this auction."""
        auction = self.game.auction
        assert auction is not None
        price = auction.price_of(self.game.format_action(self.game.record.view(self.states, seat)[0], seat, action))
        if price is not None:
            self.standing.pop(seat, None)
            self.standing[seat] = {
                "seat": seat,
                "price": price if auction.price else None,
                "expected": None if expected is None else float(expected),
                "won": False,
            }

    def _settle(self) -> None:
        """Add the scores of the deal that has just ended to that deal's bids."""
        self.deals += 1
        for bid in self.bids[self._open :]:
            bid["made"] = int(self.states["last_score"][0, bid["seat"]])
        self._open = len(self.bids)
