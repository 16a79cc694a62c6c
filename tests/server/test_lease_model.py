"""The lease protocol has no fork in any order of its steps, and each part of the fence is necessary."""

from __future__ import annotations

import pytest

from tests.server.lease_model import Fence, search


def test_with_the_fence_nothing_forks_and_nothing_comes_late():
    states, fork, late = search(Fence())
    assert states > 1000
    assert not fork and not late


@pytest.mark.parametrize(
    "fence, fork",
    [(Fence(epoch=False, number=False), True), (Fence(epoch=True, number=False), True), (Fence(epoch=False), False)],
    ids=["no fence", "the epoch alone", "the number alone"],
)
def test_without_a_part_of_the_fence_the_fault_is_found(fence: Fence, fork: bool):
    """Check that the model finds a fault if a part of the fence is missing.

    Either an event number whose answer was lost is used twice, or an append of an older epoch arrives after the new
    owner has read the log.
    """
    _, found, late = search(fence)
    assert found is fork
    assert late is not fence.epoch
