"""Try all mutants of an area, one after the other, each with the tests that call its function."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools.mutants.areas import AREAS, ROOT, SOURCE, Area
from tools.mutants.forks import SECONDS, Calls, exit_status, in_fork, limit_memory, limit_time, run_tests
from tools.mutants.mutations import Function, Mutant, functions_in
from tools.mutants.results import Outcome, load, save, summary
from tools.mutants.swap import exchange, live, load_with, module_of

OPTIONS = ("-q", "-s", "-p", "no:xdist", "-p", "no:cacheprovider", "--timeout=0")


SURVIVORS, CHANGED = "survivors", "changed"
"""Restrictions of a run: only survivors without a reason, or only functions that have changed."""


def run(area: Area, sample: int | None, only: str | None, quick: bool) -> int:
    """Run an area in a child process; return its exit status."""
    spec = json.dumps({"area": area.name, "sample": sample, "only": only, "quick": quick})
    return subprocess.run([sys.executable, "-m", "tools.mutants.running", spec], cwd=ROOT, check=False).returncode


def pytest_arguments(area: Area, quick: bool = False) -> list[str]:
    scratch = ROOT / "build/mutants" / area.name
    scratch.parent.mkdir(parents=True, exist_ok=True)
    return [*OPTIONS, f"--basetemp={scratch}", *area.tests[: area.own_tests if quick else None]]


QUICK = 4.0
"""Maximum seconds of tests per mutant in a quick run. A mutant that is not killed in this time counts as a survivor."""
RANDOM = ("test_worlds.py", "test_game_model.py")
"""Files with tests of a game in many random states. A quick run leaves them out."""
NO_PARAMETERS = SimpleNamespace(params={})


class Selection:
    """Pytest plugin that leaves out tests of other games, and in a quick run also the tests in `RANDOM`."""

    def __init__(self, area: Area, quick: bool) -> None:
        self.games, self.left_out = area.games, RANDOM if quick else ()
        self.folders = [ROOT / test for test in area.tests[: area.own_tests]]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.path.name not in self.left_out]
        if self.games:
            items[:] = [item for item in items if self._is_own(item) or self._is_named(item)]

    def _is_own(self, item: pytest.Item) -> bool:
        return any(item.path.is_relative_to(folder) for folder in self.folders)

    def _is_named(self, item: pytest.Item) -> bool:
        parameters = (
            getattr(item, "callspec", NO_PARAMETERS).params.values() if isinstance(item, pytest.Function) else ()
        )
        return any(game in parameters for game in self.games)


class Session:
    """Pytest plugin whose test loop runs the mutants."""

    def __init__(self, area: Area, sample: int | None, only: str | None, quick: bool) -> None:
        self.area, self.only, self.quick = area, only, quick
        self.functions = functions_in(area)
        mutants = [mutant for function in self.functions for mutant in function.mutants]
        self.chosen = {mutant.key for mutant in sorted(mutants, key=lambda mutant: mutant.rank)[:sample]}
        self.results = load(area.results())
        self.results.mutants = len(mutants)
        self.calls = Calls({str(path) for path in area.files()})
        self.calls.start()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        at_import = self.calls.stop()
        if session.testsfailed:
            return True
        import_all(self.area)
        tests = {test.nodeid: test for test in session.items}
        runner = Runner(session, tests, self.baseline(session), at_import, self.area, QUICK if self.quick else None)
        digest = "quick" if self.quick else digest_of_tests(self.area, session.items)
        known = {mutant.function for each in self.functions for mutant in each.mutants if mutant.key in self.chosen}
        for name in set(self.results.functions) - known:
            del self.results.functions[name]
        save(self.results, self.area.results())
        for function in self.functions:
            self.try_function(function, runner, digest)
        print(summary(self.area, self.results), flush=True)
        return True

    def try_function(self, function: Function, runner: Runner, digest: str) -> None:
        """Try the mutants of a function, unless its stored results are still valid."""
        mutants = [mutant for mutant in function.mutants if mutant.key in self.chosen]
        earlier = self.results.earlier(function, len(mutants))
        to_try = mutants if earlier is None else self.to_try_again(mutants, earlier, digest)
        if not to_try and (earlier is None or self.only != SURVIVORS):
            return
        begin = time.monotonic()
        survivors = {mutant.change for mutant in to_try if not runner.is_killed(mutant)}
        if earlier is not None:
            survivors |= set(earlier.survivors) - {mutant.change for mutant in to_try}
        alive = [mutant.change for mutant in mutants if mutant.change in survivors]
        self.results.keep(function, digest, len(mutants), alive)
        save(self.results, self.area.results())
        if to_try:
            print(f"{function.name}: {len(to_try)} in {time.monotonic() - begin:.1f} s, survive {alive}", flush=True)

    def to_try_again(self, mutants: list[Mutant], earlier: Outcome, digest: str) -> list[Mutant]:
        """Return the mutants to try again, given a function's `earlier` results.

        The function has not changed since then.
        """
        if self.only == SURVIVORS:
            return [mutant for mutant in mutants if earlier.survivors.get(mutant.change) == ""]
        return [] if self.only == CHANGED or earlier.tests == digest else mutants

    def baseline(self, session: pytest.Session) -> dict[str, Any]:
        """Run all tests once; return how long each test takes, and which functions of the area it calls."""

        def work(report: Callable[[Any], None]) -> None:
            for test in session.items:
                self.calls.start()
                begin = time.process_time()
                passed = run_tests(session, [test])
                seconds = time.process_time() - begin
                report([test.nodeid, passed, seconds, sorted(self.calls.stop())])

        found = in_fork(work)
        failed = [nodeid for nodeid, passed, *_ in found if not passed]
        if failed or len(found) != len(session.items):
            pytest.exit(f"these tests fail without a mutant: {failed or session.items[len(found)].nodeid}", 1)
        print(f"{self.area.name}: {len(found)} tests, {sum(test[2] for test in found):.0f} s", flush=True)
        return {nodeid: (seconds, {tuple(call) for call in calls}) for nodeid, _, seconds, calls in found}


class Runner:
    """Runner of tests for a mutant; the tests most likely to fail run first."""

    def __init__(
        self,
        session: pytest.Session,
        tests: dict[str, pytest.Item],
        baseline: Any,
        at_import: Any,
        area: Area,
        seconds: float | None,
    ) -> None:
        self.session, self.tests, self.baseline, self.at_import, self.area = session, tests, baseline, at_import, area
        self.seconds = seconds
        self.kills: Counter[tuple[str, str]] = Counter()
        gc.collect()
        gc.freeze()  # keep the garbage collector from touching these objects, so that forks share their memory

    def is_killed(self, mutant: Mutant) -> bool:
        file, name = mutant.function.split(" ")
        called = str(SOURCE / file), name
        target = live(mutant.function)
        tests = [test for test, (_, calls) in self.baseline.items() if called in calls]
        tests.sort(key=lambda test: (-self.kills[mutant.function, test], self.baseline[test][0]))
        tests = self._within_time(tests)
        if target is not None and tests and self._killed_in_place(mutant, target, tests):
            return True
        is_fixed = target is None or called in self.at_import
        return is_fixed and self._killed_afresh(mutant)

    def _within_time(self, tests: list[str]) -> list[str]:
        """Return the tests at the start of `tests` that fit into the time limit together."""
        if self.seconds is None:
            return tests
        spent = list(accumulate(self.baseline[test][0] for test in tests))
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= self.seconds]

    def _killed_in_place(self, mutant: Mutant, target: Any, tests: list[str]) -> bool:
        def work(report: Callable[[Any], None]) -> None:
            gc.disable()
            limit_memory()
            exchange(mutant, target)
            for test in tests:
                report(test)
                limit_time(2 + 5 * self.baseline[test][0])
                if not run_tests(self.session, [self.tests[test]]):
                    os._exit(1)
            report("survived")

        reports = in_fork(work, SECONDS)
        if reports and reports[-1] == "survived":
            return False
        if reports:
            self.kills[mutant.function, reports[-1]] += 1
        return True

    def _killed_afresh(self, mutant: Mutant) -> bool:
        """Try a mutant in a new process that imports the module with the mutant, because its function has already run
        in this process.
        """
        change = [mutant.function, mutant.change, mutant.source]
        spec = json.dumps({"area": self.area.name, "mutant": change, "quick": self.seconds is not None})
        command = [sys.executable, "-m", "tools.mutants.running", spec]
        return exit_status(command, ROOT, 10 * SECONDS) != 0


def import_all(area: Area) -> None:
    """Import the modules that tests import while they run, once here instead of in each fork."""
    helpers = [path for test in area.tests for path in sorted((ROOT / test).glob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in helpers]
    sources = [module_of(f"{path.relative_to(SOURCE).as_posix()} module") for path in area.files()]
    for name in ("tests.oracles", *sources, *(name for name in names if not name.endswith("conftest"))):
        import_module(name)


def digest_of_tests(area: Area, tests: Iterable[pytest.Item]) -> str:
    """Return a digest of the test files, the data files next to them, and `tests/oracles.py`."""
    files = {test.path for test in tests} | {ROOT / "tests/oracles.py"}
    for folder in (Path(ROOT / test) for test in area.tests):
        files |= {path for path in folder.rglob("*") if path.suffix in (".py", ".txt", ".jsonl")}
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def main(spec: dict[str, Any]) -> int:
    area = AREAS[spec["area"]]
    if "mutant" in spec:
        load_with(Mutant(*spec["mutant"]))
        return pytest.main(["-x", *pytest_arguments(area, spec["quick"])], plugins=[Selection(area, spec["quick"])])
    session = Session(area, spec["sample"], spec["only"], spec["quick"])
    return pytest.main(pytest_arguments(area, spec["quick"]), plugins=[Selection(area, spec["quick"]), session])


if __name__ == "__main__":
    os.environ["SALEROOM_MODE"] = "interpreted"
    sys.dont_write_bytecode = True
    sys.exit(main(json.loads(sys.argv[1])))
