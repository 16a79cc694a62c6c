"""Model of the lease protocol, small enough to try every order of its steps.

Two processes share a table. A step is one event in the database or in a process, such as taking a lease, reading the
log, choosing an event, or carrying out an append. The answer to an append arrives, or the connection breaks and the
answer is lost. A process can pause between any two steps without limit, which also covers slow, stopped and dead
processes. Either process can take the lease at any time. This covers wrong guesses about which process is alive, and
clocks that jump.

The log is a list of (number, event) pairs. A *fork* means that two events have the same number, or that the log has a
different event at the number of an acknowledged event. A *late* append reaches the log after another process has taken
over and read the log. The new owner then shows a table that differs from the stored one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

MOVES = 3
"""Number of events that one table gets."""
TAKES = 3
"""Maximum epoch, that is, how often the two processes together can take the lease."""

Entry = tuple[int, str]


@dataclass(frozen=True)
class Fence:
    """Conditions that an append to the log checks."""

    epoch: bool = True
    number: bool = True


class Process(NamedTuple):
    """What one process knows."""

    epoch: int = 0
    """Epoch of the process's lease; 0 if the process does not own the table."""
    read: bool = False
    """Whether the process has read the log since it took the lease."""
    known: tuple[Entry, ...] = ()
    sending: Entry | None = None
    """Append on its way to the database."""
    answer: tuple[bool, Entry] | None = None
    """Answer of the database on its way back: whether the event was written, and the entry."""
    acknowledged: tuple[Entry, ...] = ()


class State(NamedTuple):
    """State of the database and both processes at one moment."""

    processes: tuple[Process, Process] = (Process(), Process())
    epoch: int = 0
    log: tuple[Entry, ...] = ()
    events: int = 0
    """Number of events chosen so far. No two events are equal."""
    late: bool = False


def steps(state: State, fence: Fence) -> Iterator[State]:
    """Yield every possible next state."""
    for me in (0, 1):
        process = state.processes[me]
        if process.sending is not None:
            yield _write(state, me, fence)
        elif process.answer is not None:
            yield _hear(state, me)
            yield _with(state, me, answer=None)  # the connection broke: the process assumes that nothing was written
        else:
            yield from _idle(state, me)


def _idle(state: State, me: int) -> Iterator[State]:
    process = state.processes[me]
    if state.epoch < TAKES:
        taken = _with(state, me, epoch=state.epoch + 1, read=False)
        yield taken._replace(epoch=state.epoch + 1)
    if process.epoch and not process.read:
        yield _with(state, me, read=True, known=state.log)
    if process.epoch and process.read and state.events < MOVES:
        event = (len(process.known) + 1, f"{'AB'[me]}{state.events}")
        yield _with(state, me, sending=event)._replace(events=state.events + 1)


def _write(state: State, me: int, fence: Fence) -> State:
    """Carry out an append, and check its conditions in the same transaction."""
    process, event = state.processes[me], state.processes[me].sending
    assert event is not None
    held = not fence.epoch or process.epoch == state.epoch
    free = not fence.number or all(number != event[0] for number, _ in state.log)
    if not (held and free):
        return _with(state, me, sending=None, answer=(False, event))
    other = state.processes[1 - me]
    late = process.epoch < state.epoch and other.epoch == state.epoch and other.read
    written = _with(state, me, sending=None, answer=(True, event))
    return written._replace(log=(*state.log, event), late=state.late or late)


def _hear(state: State, me: int) -> State:
    """Process the database's answer. If the append was refused, the process no longer owns the table."""
    process, answer = state.processes[me], state.processes[me].answer
    assert answer is not None
    written, event = answer
    if not written:
        return _with(state, me, answer=None, epoch=0)
    acknowledged = (*process.acknowledged, event)
    return _with(state, me, answer=None, known=(*process.known, event), acknowledged=acknowledged)


def _with(state: State, me: int, **changes: object) -> State:
    processes = list(state.processes)
    processes[me] = processes[me]._replace(**changes)  # type: ignore[arg-type]
    return state._replace(processes=(processes[0], processes[1]))


def forked(state: State) -> bool:
    """Return whether the log has two events with one number, or differs from an acknowledged event."""
    stored = dict(state.log)
    told = [entry for process in state.processes for entry in process.acknowledged]
    return len(stored) < len(state.log) or any(stored.get(number) != event for number, event in told)


def search(fence: Fence) -> tuple[int, bool, bool]:
    """Return the number of reachable states, whether any has a fork, and whether any has a late append."""
    seen, waiting = {State()}, deque([State()])
    fork = late = False
    while waiting:
        state = waiting.popleft()
        fork, late = fork or forked(state), late or state.late
        for following in steps(state, fence):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return len(seen), fork, late
