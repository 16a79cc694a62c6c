"""Compilation of rules. A rule is translated once, and optimised only inside the entries that call it.

By default, Numba optimises every function, generates its machine code, and repeats this work for all callees at each
level of calls. A game has about 250 rules, but Python calls only a dozen entries. A rule's library is therefore left as
LLVM bitcode; the entry that links it optimises all linked code in one pass. This halves the time of a cold start, and
the machine code of entries is as fast as before (see the rows on compiling and random play in `make bench`).

Rules also do not count references to their array arguments. At each level of calls, counting took two atomic operations
per array of a net, and a third of the time of the net's decisions.
"""

from __future__ import annotations

from typing import Any

from numba.core import compiler, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager, register_pass


class RuleLibrary(JITCodeLibrary):
    """Library of code that is only linked into other code."""

    def _optimize_final_module(self) -> None:
        """Inline only functions that must be inlined; the entries do all other optimisation."""
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        """Generate no machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(typed_passes.NativeLowering):
    """Lower a rule to LLVM, and make it visible only to compiled callers."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> Any:
        """Run Numba's own pass with a `RuleLibrary`. The placeholder that replaces the entry point must be a built-in
        method.
        """
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_compile = True
        changed = super().run_pass(state)
        lowered = state["cr"]
        if state.targetctx.data_model_manager[state.return_type].contains_nrt_meminfo():
            raise TypeError(f"{state.func_id.func_qualname}: a rule returns no array, since it counts no references")
        nowhere = [].append  # a unique placeholder that is never called, because Python calls the plain function
        state.targetctx.insert_user_function(nowhere, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=nowhere)
        return changed


class RuleCompiler(compiler.Compiler):
    """Numba's pipeline with `RuleLowering` instead of its own pass."""

    def define_pipelines(self) -> list[Any]:
        """Return a list of one pipeline, because rules have no object mode."""
        usual = super().define_pipelines()[0]
        pipeline = PassManager("rule")
        for step, reason in usual.passes:
            pipeline.add_pass(RuleLowering if step is typed_passes.NativeLowering else step, reason)
        pipeline.finalize()
        return [pipeline]
