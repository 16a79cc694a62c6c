"""Areas of mutation testing: sources that are mutated together, and the tests that should detect the mutants."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from saleroom.games import ALL, FOLDERS, SMALL

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/saleroom"
RESULTS = ROOT / "tests/mutants"

LAWS = ("bounds", "conservation", "deals", "ranges", "refusals", "words", "worlds")
SHARED_TESTS = (
    *(f"tests/contract/test_{law}.py" for law in LAWS),
    "tests/test_twins_agree.py",
    "tests/test_recorded.py",
    "tests/test_chance.py",
)
"""Tests that check the rules of every game.

The other tests in `tests/contract` are left out, because they only repeat the same random matches.
"""

DECIDING = (
    *("auctioned", "cards_in_the_end", "decided", "left_in_hands", "must_trade", "note", "pain_in", "pain_of"),
    *("pips_of", "prizes", "revokes", "settle", "tie_break", "trump_of", "worth"),
)
"""Functions of a game's scene module that describe the state or the end of a deal. The module's other functions only
copy fields.
"""


@dataclass(frozen=True)
class Area:
    """Sources, their tests, and their required kill rate."""

    name: str
    sources: tuple[str, ...]
    """Glob patterns of source files, relative to `src/saleroom`."""
    tests: tuple[str, ...]
    least: float
    games: tuple[str, ...] = ()
    """If set, tests that run for every game run only for these games."""
    own_tests: int = 1
    """Number of paths at the start of `tests` whose tests are only for these sources.

    A quick run uses only these paths.
    """
    sample: int | None = None
    """Number of mutants to try; None for all."""

    def files(self) -> list[Path]:
        return sorted(path for pattern in self.sources for path in SOURCE.glob(pattern) if path.name != "record.py")

    def covers(self, function: str) -> bool:
        """Return whether to mutate the function with the key `function`.

        Of a scene module, only the functions in `DECIDING` are mutated.
        """
        file, name = function.split(" ")
        return not file.endswith("scene.py") or name in DECIDING

    def results(self) -> Path:
        return RESULTS / f"{self.name}.json"


def game_area(name: str) -> Area:
    """Return the area of one game."""
    folder = f"games/{FOLDERS[name]}"
    sources = (f"{folder}/__init__.py", f"{folder}/rules/*.py", f"{folder}/display/scene.py")
    tests = (f"tests/{folder}", *SHARED_TESTS)
    return Area(FOLDERS[name], sources, tests, 0.95, (name,))


KERNEL = Area(
    name="kernel",
    sources=tuple(
        f"kernel/{module}.py"
        for module in ("auctions", "tricks", "pots", "poker", "tiles", "options", "fields", "chance")
    ),
    tests=(
        *("tests/kernel", "tests/test_chance.py", "tests/test_fields.py", "tests/test_poker.py"),
        "tests/contract/test_ranges.py",
        *(f"tests/games/{folder}/test_articles.py" for folder in FOLDERS.values()),
    ),
    least=0.9,
    sample=300,
    own_tests=4,
)
SMALL_GAMES = Area(
    name="small_games",
    sources=("kernel/small_games.py",),
    tests=(*(f"tests/games/{FOLDERS[name]}" for name in SMALL), *SHARED_TESTS),
    least=0.95,
    games=SMALL,
    own_tests=len(SMALL),
)
TABLE_CORE = Area(
    name="table_core",
    sources=("server/core/decide/*.py", "server/core/apply/*.py"),
    tests=tuple(
        f"tests/server/test_{name}.py"
        for name in (
            *("table_events", "table_moves", "table_seats", "table_texts", "table_undo", "people"),
            *("moments", "between", "play_from", "table_fuzz", "hub"),
        )
    ),
    least=0.9,
    sample=300,
    own_tests=6,
)
AREAS = {area.name: area for area in (*map(game_area, ALL), SMALL_GAMES, KERNEL, TABLE_CORE)}
