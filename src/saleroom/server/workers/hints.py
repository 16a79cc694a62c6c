"""Advice from a search (reasons and figures), for players at web tables and for reviews.

The advice depends only on the seat's view and a fixed seed; the same view therefore always gives the same advice.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from saleroom import games
from saleroom.bots.players import player
from saleroom.bots.search.action_costs import telling
from saleroom.kernel import choices, loops
from saleroom.kernel.game import Game, State
from saleroom.match.match import Match
from saleroom.server.core.state.table import AUTOPLAY_BOT
from saleroom.server.protocol import messages
from saleroom.server.workers.bot_pool import BotPool
from saleroom.server.workers.search_queue import Demand
from saleroom.toolkit.display.reasons import Reason, one, reason
from saleroom.toolkit.player.facts import Fact

if TYPE_CHECKING:
    from saleroom.bots.search.explain import Explanation, Weighed

PLAYER = "search:2000"
"""Search used for hints, which takes about a tenth of a second."""
MAX_REASONS = 3
"""Maximum number of reasons in a hint; the comparison with the second-best action does not count."""
FROM_RULES = 2
"""Maximum number of reasons in a hint that come from heuristics."""
ROWS = 6
"""Maximum number of actions whose estimates a hint shows."""


async def hint_message(bot_pool: BotPool, match: Match, seat: int, command: str, demand: Demand) -> messages.Hinted:
    """Return a hint for the person in `demand`."""
    action, why, figures = await advice(bot_pool, match, seat, demand)
    return messages.Hinted(type="hinted", id=command, action=action, reasons=why, figures=figures)


async def advice(
    bot_pool: BotPool, match: Match, seat: int, demand: Demand
) -> tuple[str, list[Reason], messages.Figures | None]:
    """Return an action for a seat, the reasons for it, and the search's estimates. Until the search is compiled, the
    advice comes only from heuristics, so that no player has to wait.
    """
    game, views = match.game, match.views(seat)
    if bot_pool.can_search(game.name) and len(match.legal_ids(seat)) > 1:
        return await bot_pool.think(lambda: demand, search_hint, game, views, seat)
    return await bot_pool.run(by_rule, game, views, seat)


def by_rule(game: Game, views: Any, seat: int) -> tuple[str, list[Reason], None]:
    """Return the action that the heuristics choose, and the reasons for it."""
    words = game.format_action(views[0], seat, player(AUTOPLAY_BOT, game).choose(views, seat))
    return words, rule_reasons(game, views[0], seat, words), None


def search_hint(game: Game, views: Any, seat: int) -> tuple[str, list[Reason], messages.Figures]:
    """Return the action that the search chooses, the reasons for it, and the search's estimates."""
    explanation = searcher(game, "match").explain(views, seat)
    words, why, _ = by_rule(game, views, seat)
    if words != explanation.best.words:
        why = []  # the reasons of the heuristics are for a different action
    why = [*why[:FROM_RULES], *facts(explanation)][:MAX_REASONS]
    return explanation.best.words, [*why, *comparison(explanation)], figures(explanation)


def searcher(game: Game, objective: Any) -> Any:
    """Return the player that searches for hints; it always has the same seed."""
    return player(PLAYER, game, b"", objective, threads=1)


def facts(explanation: Explanation) -> Iterator[Reason]:
    """Yield the facts about the best action, the most important first. The game declares which facts can be shown."""
    from saleroom.bots.search.explain import likeliest, worth_saying

    for fact in worth_saying(explanation):
        yield reason(_key(fact), **{fact.kind: _shown(fact, explanation.best.facts[fact.name])})
    fact = likeliest(explanation)
    if fact:
        share = _shown(fact, explanation.best.facts[fact.name])
        yield reason(f"fact.likely{fact.name.capitalize()}", share=share)


def differences(explanation: Explanation, better: Weighed, played: Weighed) -> Iterator[Reason]:
    """Yield the facts in which the action `better` is better than the action `played`; each fact has the figures for
    both actions.
    """
    for fact in telling(explanation, better, played):
        brings = _shown(fact, better.facts[fact.name])
        yield reason(_key(fact), **{fact.kind: brings, "played": _shown(fact, played.facts[fact.name])})


def _key(fact: Fact) -> str:
    return f"fact.{fact.name}"


def _shown(fact: Fact, value: float) -> str:
    return str(round(100 * value)) if fact.kind == "share" else decimal(value)


def comparison(explanation: Explanation) -> Iterator[Reason]:
    """If there are at least two options, yield a reason that shows the lead of the best option over the second best."""
    for second in islice(explanation.options, 1, 2):
        if second.behind <= second.unsure:
            yield reason("search.even", other_move=second.words)
        elif explanation.unit == "wins":
            yield reason("search.wins", more=decimal(100 * second.behind), other_move=second.words)
        else:
            yield reason(f"search.{explanation.unit}", more=decimal(second.behind), other_move=second.words)


def figures(explanation: Explanation) -> messages.Figures:
    """Return a table of the search's estimates for the options, the best option first."""
    rows = [_row(option) for option in explanation.options[:ROWS]]
    return messages.Figures(options=rows, others=len(explanation.options) - len(rows))


def _row(option: Weighed) -> messages.Weighing:
    return messages.Weighing(
        action=option.words,
        score=round(option.deal, 1),
        wins=round(option.wins, 3),
        margin=round((option.high - option.low) / 2, 3),
        worlds=option.visits,
    )


def decimal(number: float) -> str:
    """Return a number with one decimal place and a real minus sign; zero never has a sign."""
    text = f"{number:.1f}"
    return text.replace("-", "−") if float(text) else "0.0"


def rule_reasons(game: Game, view: State, seat: int, action: str) -> list[Reason]:
    """Return the reasons for a seat's legal action, given that seat's view."""
    if len(choices.ids(loops.legal(one(view), 0, seat))) == 1:
        return [reason("only_move")]
    hints = games.package(game.name).hints()
    return list(islice(hints.reasons(view, seat, action), MAX_REASONS)) or [reason("custom")]
