"""Tests of `saleroom rules GAME --effects`, which shows the measured effects of options in a terminal."""

from __future__ import annotations

import pytest
import typer

from saleroom.cli import app, guarded
from saleroom.games import NAMES, load
from saleroom.lab.study import effects_table
from saleroom.match.effects import Effect, Effects, Table, Variant, effects

MINUTES = (1.0, 2.0, 3.0)
LONGER = (MINUTES[0], MINUTES[1] + 1.0, MINUTES[2] + 1.0)


def variant(value: str, told: list[Effect], holds: dict[str, str], changed: float = 0.5) -> Variant:
    return Variant("low", value, 2000, changed, {one.measure: one for one in told}, tuple(holds), holds, {}, LONGER)


def found(*variants: Variant, levels: tuple[str, ...] = ("house", "trained")) -> Effects:
    """Return measured effects of `variants` on Pitch with four seats.

    A usual match has 30 decisions and a mean price of 2.
    """
    values = {"decisions": [30.0, 29.0, 31.0], "price": [2.0, 1.9, 2.1]}
    tables = tuple(Table(4, level, {}, 2000, values, MINUTES, variants) for level in levels)
    return Effects("auction-pitch", "1", 1, 4.0, levels, tables, ())


def rows(effects: Effects) -> list[tuple[str, ...]]:
    return [tuple(row) for row in effects_table.rows(effects, effects.tables[-1])]


def test_changes_stand_beside_what_is_usual_with_their_certainty():
    longer = Effect("decisions", 15.0, 12.0, 18.0, "more")
    dearer = Effect("price", 0.5, 0.4, 0.6, "more")
    told = rows(found(variant("taken", [longer, dearer], {"decisions": "everywhere", "price": "at some levels"})))
    assert told == [
        ("low = taken", effects_table.MINUTES, f"{MINUTES[1]:.1f}", "+1.00", "sure, at all levels of play measured"),
        ("", "price of what is bought", "2.00", "+0.50 ± 0.10", "only among trained players"),
    ]
    harder = Effect("price", 0.5, 0.4, 0.6, "more")
    # an effect among players of both levels
    among_both = Variant("low", "x", 9, 0.5, {"price": harder}, ("price",), {}, {}, MINUTES)
    assert rows(found(among_both))[0][-1] == "sure, with this level of play"
    alone = found(variant("taken", [longer], {"decisions": "everywhere"}), levels=("house",))
    assert rows(alone)[0][-1] == "sure, with this level of play"


def test_what_is_not_known_is_not_claimed():
    doubtful = Effect("price", 0.5, -0.4, 1.4, "not told apart")
    turned = Effect("price", 0.5, 0.4, 0.6, "more")
    unclear, unused, reversed_ = rows(
        found(
            variant("a", [doubtful], {}),
            variant("b", [], {}, changed=0.0),
            variant("c", [turned], {"price": "reversed"}),
        )
    )
    assert unclear == ("low = a", "no difference found in 2,000 matches", "", "", "")
    assert unused == ("low = b", "no player acted differently in 2,000 matches", "", "", "")
    assert reversed_[3:] == ("", "more or less depends on how well people play")


@pytest.mark.parametrize("name", NAMES)
def test_every_game_tells_what_ships_or_that_nothing_was_measured(name, capsys):
    game = load(name)
    effects_table.print_effects(game, None)
    out = capsys.readouterr().out
    if effects(game) is None:
        assert out.startswith("Nothing was measured of the options of") and out.count("\n") == 1
        return
    assert all(f"{option.name} = " in out for option in game.options)
    assert max(map(len, out.splitlines()[2:])) <= effects_table.PIPE


def test_the_command_says_what_was_not_measured_in_one_line(capsys):
    def ask(*arguments: str) -> tuple[int, str, str]:
        status = guarded(typer.main.get_command(app), ["rules", "pitch", "--effects", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    assert "price of what is bought" in ask()[1]
    asked = ask("--seats", "7")[1]
    assert asked.startswith("Nothing was measured of Auction Pitch with 7 seats, only with 4, 5")
    assert asked.count("\n") == 1
    for wrong, words in ((["--seats", "9"], "4 to 7 seats"), (["-o", "low=taken"], "leave --option out")):
        status, out, err = ask(*wrong)
        assert status == 2 and out == "" and words in err and err.count("\n") == 1
