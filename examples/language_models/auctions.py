"""How a player bids: each of its decisions in auctions, judged by a search that sees only the seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from rich.box import SIMPLE
from rich.table import Table

from saleroom.bots.players import UnknownPlayer, check, player
from saleroom.bots.search.action_costs import judge
from saleroom.envs import text_observations
from saleroom.envs.terms import Terms
from saleroom.statistics.estimates import Estimate, ratio

NO_PRICE = -1
"""Price of a pass. It is below all prices."""


class Choice(NamedTuple):
    """A decision in an auction, as it was made."""

    deal: int
    seat: int
    views: Any
    """Array with the seat's view."""
    action: int
    expected: float | None
    """Score of the deal that the player expected, if it said so."""
    made: float
    """Seat's score in the deal."""


class Judged(NamedTuple):
    """A decision in an auction, and what a search thinks of it."""

    choice: Choice
    price: int
    """Price of the bid, 0 if bids have no price, or `NO_PRICE` for a pass."""
    best: int
    """Price of the best action, or `price` if no action is significantly better."""
    cost: float
    """Expected loss in the deal, in points or chips; 0 if it is not significant."""
    gain: float | None
    """Expected score after the bid less the expected score after a pass; None for a pass."""
    over: int | None
    """Price less worth; None for a pass.

    The worth is the highest price after which the seat expects at least as much as after a pass.
    """


class Judge:
    """A search that judges decisions in auctions by the score that they lead to, in deals that the view allows."""

    def __init__(self, terms: Terms, name: str) -> None:
        """Create the search, such as ``search:400``; raise `ValueError` if `name` or the scope does not fit."""
        if check(name) is None:
            raise UnknownPlayer(f"--judge {name[:40]}: name a search, such as search:400")
        if terms.scope != "deal":
            raise ValueError("--judge needs --scope deal")
        self.name, self._terms = name, terms
        self._search: Any = player(name, terms.game, bytes(32), "deal", threads=1)

    def judged(self, choice: Choice) -> Judged | None:
        """Judge a decision; return None if the seat could not both pass and bid."""
        game, seat, views = self._terms.game, choice.seat, choice.views
        assert game.auction is not None
        prices = {action: self._price(views[0], seat, action) for action in self._legal(views[0], seat)}
        passing = [action for action, price in prices.items() if price == NO_PRICE]
        if not passing or len(passing) == len(prices):
            return None
        explanation = self._search.explain(views, seat, also=choice.action)
        judgement = judge(explanation, choice.action)
        price, best = prices[choice.action], prices[judgement.best] if judgement.cost else prices[choice.action]
        if price == NO_PRICE:
            return Judged(choice, price, best, judgement.cost, None, None)
        weighed = self._search.explain(views, seat, also=passing[0])
        refused = weighed.option(passing[0])
        chosen = explanation.option(choice.action)
        worth = [prices[one.action] for one in weighed.options if one.behind <= refused.behind and one is not refused]
        lowest = min(one for one in prices.values() if one != NO_PRICE)
        over = price - max(worth, default=lowest - 1) if game.auction.price else None
        return Judged(choice, price, best, judgement.cost, refused.behind - chosen.behind, over)

    def _legal(self, view: Any, seat: int) -> Iterable[int]:
        return text_observations.legal_ids(self._terms, view, seat)

    def _price(self, view: Any, seat: int, action: int) -> int:
        auction = self._terms.game.auction
        assert auction is not None
        price = auction.price_of(self._terms.game.format_action(view, seat, action))
        return NO_PRICE if price is None else price


class Bidding(NamedTuple):
    """Figures of a player's bidding, as means with intervals. All but `over`, `gain` and `error` are per decision."""

    decisions: int
    bids: Estimate
    """Share of bids."""
    too_high: Estimate
    """Share of bids for which a pass or a lower bid is significantly better."""
    too_low: Estimate
    """Share of passes and bids for which a higher bid is significantly better."""
    cost: Estimate
    """Expected loss by bidding too high, less the expected loss by bidding too low."""
    over: Estimate
    """Price less worth, for each bid."""
    gain: Estimate
    """Expected score after a bid less that after a pass, for each bid."""
    error: Estimate
    """Score of the deal less the score that the player expected, for each decision with an expectation."""

    @property
    def verdict(self) -> str:
        """The error that costs more, if that is significant."""
        if self.cost.low is None or self.cost.high is None or self.cost.low <= 0 <= self.cost.high:
            return "no clear tendency"
        return "bids too high" if self.cost.low > 0 else "bids too low"


def bidding(decisions: Sequence[Judged]) -> Bidding:
    """Return the figures of a player's judged decisions. Each deal is one cluster."""
    return Bidding(
        len(decisions),
        _mean(decisions, lambda one: one.price != NO_PRICE),
        _mean(decisions, lambda one: one.best < one.price),
        _mean(decisions, lambda one: one.best > one.price),
        _mean(decisions, lambda one: one.cost * np.sign(one.price - one.best)),
        _mean(decisions, lambda one: one.over),
        _mean(decisions, lambda one: one.gain),
        _mean(decisions, lambda one: _error(one.choice)),
    )


def _error(choice: Choice) -> float | None:
    return None if choice.expected is None else choice.made - choice.expected


def _mean(decisions: Iterable[Judged], value: Callable[[Judged], float | None]) -> Estimate:
    """Return the mean of a value over the decisions that have it."""
    sums: dict[int, list[float]] = {}
    for one in decisions:
        if (figure := value(one)) is not None:
            sums.setdefault(one.choice.deal, []).append(float(figure))
    return ratio([sum(group) for group in sums.values()], [len(group) for group in sums.values()])


COLUMNS = ("", "decisions", "bids", "too high", "too low", "price less worth", "bid less pass", "made less expected")


def table(title: str, players: dict[str, Bidding]) -> Table:
    """Return a table with a row for each player."""
    found = Table(title=title, box=SIMPLE)
    for column in (*COLUMNS, "verdict"):
        found.add_column(column, justify="right")
    for name, one in players.items():
        shares = (share(figure) for figure in (one.bids, one.too_high, one.too_low))
        found.add_row(name, str(one.decisions), *shares, *map(signed, (one.over, one.gain, one.error)), one.verdict)
    return found


def share(figure: Estimate) -> str:
    """Return a share with its 95 % interval, in percent."""
    if figure.mean is None:
        return "–"
    return f"{figure.mean:.0%}" + ("" if figure.low is None else f" ± {100 * figure.half:.0f}")


def signed(figure: Estimate) -> str:
    """Return a mean with its 95 % interval and a sign."""
    if figure.mean is None:
        return "–"
    return f"{figure.mean:+.2f}" + ("" if figure.low is None else f" ± {figure.half:.2f}")
