"""Tests of the internals of Numba and llvmlite that Saleroom relies on. If a release breaks one, the failing test names
it.

pyproject.toml gives the tested range. Before you widen it, run these tests and `make bench` with the new release.
"""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path

import llvmlite.binding as llvm
import numba
import pytest
from llvmlite import ir
from numba.core import cgutils, compiler, config, dispatcher, types
from numba.core.codegen import CPUCodegen, JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.config import _env_reloader
from numba.core.typed_passes import NativeLowering
from packaging.requirements import Requirement

from saleroom.kernel import target
from saleroom.kernel.codecache import key
from saleroom.modes import MODE

pytestmark = pytest.mark.skipif(MODE != "compiled", reason="once is enough")


def test_the_installed_release_is_in_the_tested_range():
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    requirement = next(each for each in map(Requirement, project["dependencies"]) if each.name == "numba")
    assert {each.operator for each in requirement.specifier} == {">=", "<"}
    assert numba.__version__ in requirement.specifier


@pytest.mark.parametrize(
    ("function", "parameters", "user"),
    [
        (dispatcher.Dispatcher.compile, ["self", "sig"], "codecache/entries.py"),
        (compiler.CompileResult._reduce, ["self"], "codecache/entries.py"),
        (compiler.CompileResult._rebuild, ["target_context"], "codecache/entries.py"),
        (compiler.CompilerBase.define_pipelines, ["self"], "rulecompiler.py"),
        (PassManager.add_pass, ["self", "pss", "description"], "rulecompiler.py"),
        (NativeLowering.run_pass, ["self", "state"], "rulecompiler.py"),
        (JITCodeLibrary._optimize_final_module, ["self"], "rulecompiler.py"),
        (JITCodeLibrary._finalize_final_module, ["self"], "rulecompiler.py"),
        (JITCodeLibrary._finalize_dynamic_globals, ["self"], "rulecompiler.py"),
        (JITCodeLibrary.enable_object_caching, ["self"], "rulecompiler.py"),
        (CPUCodegen._module_pass_manager, ["self"], "rulecompiler.py"),
        (CPUCodegen.magic_tuple, ["self"], "target.py"),
        (types.Dispatcher.get_call_type, ["self", "context", "args", "kws"], "compile.py"),
        (types.Callable.get_call_type, ["self", "context", "args", "kws"], "compile.py"),
        (types.Callable.get_impl_key, ["self", "sig"], "compile.py"),
        (cgutils.get_item_pointer, ["context", "builder", "aryty", "ary", "inds"], "simd.py, atomics.py"),
        (cgutils.get_or_insert_function, ["module", "fnty", "name"], "simd.py"),
        (ir.IRBuilder.store_atomic, ["self", "value", "ptr", "ordering", "align"], "atomics.py"),
        (ir.IRBuilder.load_atomic, ["self", "ptr", "ordering", "align"], "atomics.py"),
    ],
)
def test_a_function_that_is_called_or_replaced_has_its_parameters(function, parameters, user):
    assert list(inspect.signature(function).parameters)[: len(parameters)] == parameters, user


@pytest.mark.parametrize("name", key._SETTINGS)
def test_a_setting_that_shapes_code_has_its_name(name):
    assert hasattr(config, name), f"codecache/key.py: Numba has no setting {name}"


def test_no_setting_that_may_shape_code_is_unknown():
    """Check that every Numba setting is listed. Add a new setting to `_SETTINGS` if it changes generated code,
    otherwise to `HARMLESS`.
    """
    source = inspect.getsource(type(_env_reloader))
    names = {line.split("=")[0].strip() for line in source.splitlines() if "= _readenv(" in line}
    named_otherwise = {"CPU_NAME", "CPU_FEATURES", "DISABLE_INTEL_SVML", "ENABLE_PROFILING"}
    unknown = {
        name
        for name in names - set(key._SETTINGS) - named_otherwise - HARMLESS
        if not name.startswith(("CUDA_", "DUMP_", "DEBUG_", "_", "FORCE_CUDA", "DISABLE_CUDA", "ENABLE_CUDA"))
    }
    assert not unknown, f"codecache/key.py: do these change generated code? {sorted(unknown)}"


HARMLESS = {
    "ALWAYS_WARN_UNINIT_VAR",
    "ANNOTATE",
    "CACHE_DIR",
    "CACHE_LOCATOR_CLASSES",
    "CAPTURED_ERRORS",
    "CHROME_TRACE",
    "COLOR_SCHEME",
    "DEBUG",
    "DEVELOPER_MODE",
    "DIFF_IR",
    "DISABLE_JIT",
    "DISABLE_PERFORMANCE_WARNINGS",
    "DISABLE_TYPEINFER_FAIL_CACHE",
    "ENABLE_SYS_MONITORING",
    "FULL_TRACEBACKS",
    "FUNCTION_CACHE_SIZE",
    "GDB_BINARY",
    "HIGHLIGHT_DUMPS",
    "HTML",
    "JIT_COVERAGE",
    "LLVM_PASS_TIMINGS",
    "NUMBA_NUM_THREADS",
    "PARALLEL_DIAGNOSTICS",
    "PARFOR_MAX_TUPLE_SIZE",
    "SHOW_HELP",
    "THREADING_LAYER",
    "THREADING_LAYER_PRIORITY",
    "TRACE",
    "USE_LLVMLITE_MEMORY_MANAGER",
}
"""Numba settings that do not change Saleroom's machine code. They concern printing, threads, other targets and parallel
loops.
"""


def test_a_dispatcher_takes_another_cache_and_another_compile():
    calls = []
    function = numba.njit(lambda number: number + 1)
    function._cache = function._cache
    original = function.compile
    function.compile = lambda signature: (calls.append(signature), original(signature))[1]
    assert function(1) == 2 and len(calls) == 1, "codecache/entries.py: `compile` is no longer called on the instance"


def test_the_lock_of_the_compiler_may_be_taken_twice():
    with global_compiler_lock, global_compiler_lock:
        pass


def test_the_target_says_its_processor_and_features():
    triple, processor, features = target.description()
    assert triple == llvm.get_process_triple() and processor and all(f[:1] in "+-" for f in features.split(",") if f)
