"""Earlier names of modules. These names still work in imports, pickles and ``module:Class`` names.

Each use of an earlier name causes a `DeprecationWarning`.

docs/reference/versions.md says how long earlier names work. If you rename a module, add a row to `RENAMED`. If you
rename something inside a module, add `__getattr__ = earlier_names(...)` to that module; for a method or field, add an
`EarlierMember` to its class.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

RENAMED = {
    "saleroom.bots.nets.lapses": "saleroom.bots.nets.human_errors",
    "saleroom.bots.outside": "saleroom.bots.external_players",
    "saleroom.bots.relieved": "saleroom.bots.fallback",
    "saleroom.bots.search.judging": "saleroom.bots.search.action_costs",
    "saleroom.envs.companions": "saleroom.envs.vector_players",
    "saleroom.envs.credit": "saleroom.envs.trajectories",
    "saleroom.envs.crowds": "saleroom.envs.batch_state",
    "saleroom.envs.declared": "saleroom.envs.open_spiel_types",
    "saleroom.envs.looking": "saleroom.envs.observations",
    "saleroom.envs.rivals": "saleroom.envs.vector_opponents",
    "saleroom.envs.seen": "saleroom.envs.observation_history",
    "saleroom.envs.told": "saleroom.envs.text_episode",
    "saleroom.envs.words": "saleroom.envs.text_observations",
    "saleroom.kernel.small": "saleroom.kernel.small_games",
    "saleroom.lab.arena.control": "saleroom.lab.arena.control_variates",
    "saleroom.lab.arena.keeping": "saleroom.lab.arena.output",
    "saleroom.lab.arena.stand_in": "saleroom.lab.arena.instant_players",
    "saleroom.lab.arena.statistics": "saleroom.statistics.estimates",
    "saleroom.lab.arena.words": "saleroom.lab.arena.narration",
    "saleroom.lab.cluster": "saleroom.lab.runs.cluster",
    "saleroom.lab.drawing": "saleroom.lab.reports.svg_figures",
    "saleroom.lab.evaluation.telling": "saleroom.lab.evaluation.formatting",
    "saleroom.lab.executors": "saleroom.lab.runs.executors",
    "saleroom.lab.files": "saleroom.lab.runs.folders",
    "saleroom.lab.lapses": "saleroom.lab.protocol_errors",
    "saleroom.lab.pages": "saleroom.lab.reports.pages",
    "saleroom.lab.run_folder": "saleroom.lab.runs.folders",
    "saleroom.lab.sequences": "saleroom.statistics.sequences",
    "saleroom.lab.solving.informed": "saleroom.lab.solving.perfect_information",
    "saleroom.lab.solving.kept": "saleroom.lab.solving.solution_store",
    "saleroom.lab.study.found": "saleroom.lab.study.result",
    "saleroom.lab.study.keeping": "saleroom.lab.study.storage",
    "saleroom.lab.study.notes": "saleroom.lab.study.match_statistics",
    "saleroom.lab.study.shipping": "saleroom.lab.study.shipped_effects",
    "saleroom.lab.study.tail_intervals": "saleroom.statistics.tail_intervals",
    "saleroom.lab.study.tails": "saleroom.statistics.tail_intervals",
    "saleroom.lab.study.telling": "saleroom.lab.study.effects_table",
    "saleroom.lab.study.uses": "saleroom.lab.study.unused_actions",
    "saleroom.lab.study.words": "saleroom.lab.study.narration",
    "saleroom.lab.svg_figures": "saleroom.lab.reports.svg_figures",
    "saleroom.lab.tasks": "saleroom.lab.runs.tasks",
    "saleroom.lab.training.keeping": "saleroom.lab.training.storage",
    "saleroom.lab.training.store": "saleroom.lab.training.replay_buffer",
    "saleroom.lab.version": "saleroom.lab.runs.version",
    "saleroom.lab.workers": "saleroom.lab.runs.workers",
    "saleroom.lab.writing": "saleroom.lab.match_output",
    "saleroom.match.always_valid": "saleroom.statistics.sequences",
    "saleroom.match.asking": "saleroom.match.move_requests",
    "saleroom.match.chosen": "saleroom.match.configured_game",
    "saleroom.match.fair": "saleroom.match.fair_deals",
    "saleroom.match.seen_deals": "saleroom.match.deal_history",
    "saleroom.match.telling": "saleroom.match.formatting",
    "saleroom.server.api.events": "saleroom.server.api.tournaments",
    "saleroom.server.api.measured": "saleroom.server.api.effects",
    "saleroom.server.api.programs": "saleroom.server.api.bot_accounts",
    "saleroom.server.contests.comparing": "saleroom.server.contests.level_comparison",
    "saleroom.server.contests.event_export": "saleroom.server.contests.tournament_export",
    "saleroom.server.contests.event_page": "saleroom.server.contests.tournament_page",
    "saleroom.server.contests.events": "saleroom.server.contests.tournaments",
    "saleroom.server.core.event_tables": "saleroom.server.core.tournament_tables",
    "saleroom.server.core.project.moments": "saleroom.server.core.project.bot_pauses",
    "saleroom.server.core.text": "saleroom.server.core.typed_text",
    "saleroom.server.protocol.event_bodies": "saleroom.server.protocol.tournament_bodies",
    "saleroom.server.protocol.program_bodies": "saleroom.server.protocol.bot_account_bodies",
    "saleroom.server.realtime.operators": "saleroom.server.realtime.operator_commands",
    "saleroom.server.realtime.program_events": "saleroom.server.realtime.bot_events",
    "saleroom.server.realtime.program_streams": "saleroom.server.realtime.bot_streams",
    "saleroom.server.realtime.spending": "saleroom.server.realtime.shared_limits",
    "saleroom.server.storage.answers": "saleroom.server.storage.timeouts",
    "saleroom.server.storage.codes": "saleroom.server.storage.one_time_codes",
    "saleroom.server.storage.events": "saleroom.server.storage.tournaments",
    "saleroom.server.storage.moving": "saleroom.server.storage.postgres_import",
    "saleroom.server.storage.programs": "saleroom.server.storage.bots",
    "saleroom.server.supervise": "saleroom.server.supervisor",
    "saleroom.server.workers.outside": "saleroom.server.workers.external_players",
    "saleroom.terminal.faults": "saleroom.terminal.review_text",
    "saleroom.terminal.waiting": "saleroom.terminal.progress",
    "saleroom.terminal.watch": "saleroom.terminal.watchers",
    "saleroom.terminal.wording": "saleroom.terminal.action_text",
}
"""New module name by old module name."""


class _Finder(MetaPathFinder):
    """Finder that the import system tries last, if no file was found for a module."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for an earlier module name, None for any other name."""
        return ModuleSpec(name, _Loader()) if name in RENAMED else None


class _Loader(Loader):
    """Loader that registers the current module under its earlier name."""

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None: the import system then creates an empty module, which `exec_module` replaces."""

    def exec_module(self, module: ModuleType) -> None:
        """Import the module under its current name, and warn."""
        name = module.__name__
        warnings.warn(
            f"{name} is now {RENAMED[name]}; the earlier name will be removed", DeprecationWarning, stacklevel=2
        )
        sys.modules[name] = importlib.import_module(RENAMED[name])


def install() -> None:
    """Make imports of earlier module names work."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


class EarlierMember:
    """Earlier name of a class's method or field. The name still works, but causes a `DeprecationWarning`."""

    def __init__(self, current: str) -> None:
        """Store `current`, the current name of the method or field in the same class."""
        self._current, self._earlier = current, ""

    def __set_name__(self, owner: type, name: str) -> None:
        """Store the earlier name."""
        self._earlier = name

    def __get__(self, instance: Any, owner: type) -> Any:
        """Return the current method, or the value of the current field."""
        warnings.warn(
            f"{owner.__name__}.{self._earlier} is now {self._current}; the earlier name will be removed",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(owner if instance is None else instance, self._current)


def earlier_names(module: str, **names: str) -> Callable[[str], Any]:
    """Return a `__getattr__` for `module` that maps earlier names to the current names in `names`."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(f"{module}.{name} is now {names[name]}", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], names[name])

    return find
