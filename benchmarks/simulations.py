"""Simulations per second in the middle of a deal. Saleroom's search and OpenSpiel's IS-MCTS in C++ each play their own
games.

In a simulation, a search imagines one deal, descends its tree once, and plays once to the end of the deal. All searches
decide at positions with a choice, after half of the tricks were played at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import count
from random import Random
from typing import Any

from benchmarks import openspiel, ours
from benchmarks.figures import Figure, over
from benchmarks.timing import Effort, Work, medians, timed
from saleroom.kernel import loops
from saleroom.kernel.bits import members
from saleroom.kernel.choices import ids
from saleroom.kernel.game import Game

SIMULATIONS = 10_000
POSITIONS = 40
"""Number of different positions that a contestant searches, one after another."""
HALF = {"auction-house": 4, "auction-hearts": 6, "auction-pitch": 3, "hearts": 6, "euchre": 2}
"""Number of tricks played before a position, by game: half of 9, 13, 6, 13 and 5."""
PAIRS = (("auction-house", "hearts"), ("auction-hearts", "hearts"), ("auction-pitch", "euchre"))
WANTED = 2
AIM = 5
UNIT = "k simulations/s"
BY_HOUSE, BY_NET = "/house", ", playouts by the net"
"""Suffixes that name the player of the playouts: fast heuristics, comparable to random play in OpenSpiel, or the net.
"""


def simulations(effort: Effort) -> list[Figure]:
    """Compare each of Saleroom's trick games with OpenSpiel's most similar game, on one core."""
    contestants = {name: our_search(ours.loadable()[name], BY_HOUSE) for name in ours.TRICK_GAMES}
    contestants |= {f"{name}{BY_NET}": our_search(ours.loadable()[name]) for name in ours.TRICK_GAMES}
    there = openspiel.installed()
    if there:
        contestants |= {name: their_search(name) for name in ("hearts", "euchre")}
    rates = medians(contestants, effort)
    return [
        Figure(
            f"simulations in mid-deal: {name} against {other}{by}",
            UNIT,
            rates[f"{name}{by}"] / 1000,
            over(rates.get(other), 1000),
            over(rates[f"{name}{by}"], rates.get(other)),
            at_least=None if by else WANTED,
            note=("" if by else f"aim: {AIM}") if there else "OpenSpiel is not installed",
        )
        for name, other in PAIRS
        for by in ("", BY_NET)
    ]


def our_search(game: Game, by: str = "") -> Work:
    """Run the search bot, one decision for each piece of work."""
    from saleroom.bots import player

    places = [place for place, _ in zip(middles(game), range(POSITIONS), strict=False)]

    def work(seed: int) -> tuple[int, float]:
        views, seat = places[seed % POSITIONS]
        searcher: Any = player(f"search:{SIMULATIONS}{by}", game, seed.to_bytes(8, "big"), objective="deal", threads=1)
        with timed() as watch:
            found = searcher.explain(views, seat)
        return found.simulations, watch.seconds

    return work


def middles(game: Game) -> Iterator[tuple[Any, int]]:
    """Yield the view of the seat to act, and this seat, in the middle of deals that began with random play."""
    for number in count():
        states, chance = ours.fresh(game, 1, number), Random(number)
        loops.open_tables(states)
        skipped = chance.randrange(4)
        while states["deal"][0] == 1 and not states["winners"][0]:
            seat = members(states["acting"][0])[0]
            legal = ids(loops.legal(states, 0, seat))
            skipped -= states["tricks"][0] == HALF[game.name]
            if skipped < 0 and len(legal) > 1:
                yield game.record.view(states, seat), seat
                break
            loops.act(states, 0, seat, chance.choice(legal))
            loops.open_tables(states)


def their_search(name: str) -> Work:
    """Run IS-MCTS with one random rollout per simulation, as in OpenSpiel's examples; each piece of work is one
    decision.
    """
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game(name)
    places = [place for place, _ in zip(their_middles(game, name), range(POSITIONS), strict=False)]

    def work(seed: int) -> tuple[int, float]:
        chance = seed & 0x7FFFFFFF
        bot = spiel.ISMCTSBot(chance, spiel.RandomRolloutEvaluator(1, chance), game.max_utility(), SIMULATIONS)
        with timed() as watch:
            bot.step(places[seed % POSITIONS])
        return SIMULATIONS, watch.seconds

    return work


def their_middles(game: Any, name: str) -> Iterator[Any]:
    """Yield OpenSpiel states in the middle of deals, except deals with a lone player, where fewer cards are played."""
    cards = {"hearts": 52, "euchre": 20}[name]
    wanted = cards - 4 * HALF[name]  # decisions that remain after half of the tricks
    for number in count():
        state, chance, passed = game.new_initial_state(), Random(number), []
        while not state.is_terminal():
            if not state.is_chance_node():
                passed.append(state.clone())
            state.apply_action(chance.choice(state.legal_actions()))
        if len(passed) < cards or (name == "euchre" and " alone: true" in str(state)):
            continue
        for state in passed[-wanted + chance.randrange(4) :]:
            if len(state.legal_actions()) > 1:
                yield state
                break
