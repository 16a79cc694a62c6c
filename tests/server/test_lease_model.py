"""Tests that no order of the lease protocol's steps forks a log, and that each check of the fence is necessary."""

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
    """Check that the model finds a fault if `fence` lacks the check of the event number or of the epoch.

    Without the check of the event number, a process that lost the answer to an append can write two events with one
    number. Without the check of the epoch, an append of an older epoch can arrive after the new owner has read the log.
    """
    _, found, late = search(fence)
    assert found is fork
    assert late is not fence.epoch
