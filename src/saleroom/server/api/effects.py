"""Measured effects of a game's options, in the form that the client shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from saleroom.games import load
from saleroom.kernel.game import Game
from saleroom.kernel.options import BadOptions, Value
from saleroom.match import effects
from saleroom.match.configured_game import ChosenGame
from saleroom.match.house_rules import house_rules
from saleroom.server.protocol.house_rules_bodies import (
    Certainty,
    Change,
    HouseRules,
    MeasuredOption,
    MeasuredTable,
    MeasuredValue,
    RuleSet,
    Spread,
)

CHARTS = 4
"""Maximum number of measures to send for an option."""
HOLDS: Mapping[str, Certainty] = {"everywhere": "sure", "at some levels": "some", "reversed": "reversed"}


@cache
def measured_house_rules(name: str) -> HouseRules:
    """Return a game's rule sets, and the measured effects of its options."""
    game = load(name)
    game_effects = effects.effects(game)
    if game_effects is None:
        return HouseRules(seconds=0, tables=[], sets=_named(game, {}))
    strongest = [table for seats in game_effects.seats if (table := game_effects.table(seats))]
    named = _named(game, {(preset.name, preset.seats): preset for preset in game_effects.presets})
    return HouseRules(
        seconds=game_effects.seconds,
        tables=[_table(table, game_effects) for table in strongest],
        sets=[*named, *(unnamed for table in strongest for unnamed in _others(table, named))],
    )


def _named(game: Game, known: Mapping[tuple[str, int], effects.Preset]) -> list[RuleSet]:
    """Return the named rule sets; a set occurs once for each number of seats for which it is valid."""
    return [
        _rule_set(name, seats, preset.options, known.get((name, seats)))
        for name, preset in house_rules(game).presets.items()
        for seats in game.seats
        if preset.seats in (None, seats) and _playable(game, seats, preset.options)
    ]


def _playable(game: Game, seats: int, options: Mapping[str, Value]) -> bool:
    try:
        ChosenGame(game, options).options(seats)
    except BadOptions:
        return False
    return True


def _rule_set(name: str, seats: int, options: Mapping[str, Value], known: effects.Preset | None) -> RuleSet:
    return RuleSet(
        name=name,
        seats=seats,
        options=dict(options),
        matches=known.matches if known else 0,
        minutes=_minutes(known.minutes) if known else None,
        luck=_luck(known.luck) if known else None,
    )


def _minutes(quantiles: tuple[float, float, float]) -> Spread:
    low, middle, high = quantiles
    return Spread(low=low, middle=middle, high=high)


def _luck(interval: Sequence[float | None] | None) -> Spread | None:
    """Convert an estimate of luck (mean, low, high) into a `Spread`; return None if there is no estimate or its
    interval reaches 0.
    """
    if interval is None or (interval[1] or 0.0) <= 0.0:
        return None
    return Spread(low=interval[1], middle=interval[0] or 0.0, high=interval[2])


def _others(table: effects.Table, named: list[RuleSet]) -> Iterator[RuleSet]:
    """Yield the measured rule sets that have no name; each changes only one option."""
    have = [one.options for one in named if one.seats == table.seats]
    for variant in table.variants:
        options = {variant.option: variant.value}
        if options not in have:
            yield RuleSet(
                name=None,
                seats=table.seats,
                options=options,
                matches=variant.matches,
                minutes=_minutes(variant.minutes),
                luck=_luck(variant.values.get("luck")),
            )


def _table(table: effects.Table, game_effects: effects.Effects) -> MeasuredTable:
    by_option: dict[str, list[effects.Variant]] = {}
    for variant in table.variants:
        by_option.setdefault(variant.option, []).append(variant)
    options = [_option(table, variants) for variants in by_option.values()]
    sent = {change.measure for option in options for value in option.values for change in value.changes}
    means = {measure: mean[0] for measure, mean in table.values.items()} | {"minutes": table.minutes[1]}
    return MeasuredTable(
        seats=table.seats,
        level=table.level,
        levels=sum(each.seats == table.seats for each in game_effects.tables),
        usual={measure: round(mean, 4) for measure, mean in means.items() if measure in sent},
        options=options,
    )


def _option(table: effects.Table, variants: list[effects.Variant]) -> MeasuredOption:
    clear = dict.fromkeys(
        measure for variant in variants for measure in variant.notable if _is_known(table, variant, measure)
    )
    measures = list(clear)[:CHARTS]
    return MeasuredOption(
        option=variants[0].option,
        usual=table.options[variants[0].option],
        measures=[_name(measure) for measure in measures],
        values=[_value(table, variant, measures) for variant in variants],
    )


def _is_known(table: effects.Table, variant: effects.Variant, measure: str) -> bool:
    """Return whether a measure is known both with the usual and with the changed value of the option. Luck is not known
    if its interval reaches 0.
    """
    return measure != "luck" or None not in (_luck(table.values.get("luck")), _luck(variant.values.get("luck")))


def _value(table: effects.Table, variant: effects.Variant, measures: list[str]) -> MeasuredValue:
    clear = [name for name in _clear(variant) if _is_known(table, variant, name)]
    known = [name for name in measures if name in variant.effects and _is_known(table, variant, name)]
    wanted = list(dict.fromkeys([*clear[:1], *known]))
    wanted.sort(key=lambda name: name not in variant.notable)
    return MeasuredValue(
        value=variant.value,
        matches=variant.matches,
        used=variant.changed > 0,
        changes=[_change(table, variant, name) for name in wanted],
    )


def _clear(variant: effects.Variant) -> list[str]:
    """Return the measures that an option's value clearly changes; the measures in `variant.notable` come first."""
    others = (name for name, effect in variant.effects.items() if effect.is_clear)
    return list(dict.fromkeys([*variant.notable, *others]))


def _change(table: effects.Table, variant: effects.Variant, measure: str) -> Change:
    """Return the change of a measure. For the length of a match, the change is the difference of the medians, without
    an interval.
    """
    effect = variant.effects[measure]
    change, low, high = effect.change, effect.low, effect.high
    if measure == "decisions":
        change, low, high = round(variant.minutes[1] - table.minutes[1], 4), None, None
    certainty = HOLDS.get(variant.holds.get(measure, ""), "sure") if effect.is_clear else "open"
    return Change(measure=_name(measure), change=change, low=low, high=high, certainty=certainty)


def _name(measure: str) -> str:
    return "minutes" if measure == "decisions" else measure
