"""Threads that step one set of episodes together and stay in compiled code between tasks.

Each thread works only on its own episodes, so that its writes stay in its core's cache. Fetching data that another core
has just written can take longer than stepping an episode.

Threads synchronise through `progress`, an int64 array with a row for each thread. Column 0 is an atomic counter
(`saleroom.kernel.fast.atomics`). In the caller's row it counts started tasks; in a helper's row it counts finished
tasks.
"""

from __future__ import annotations

import numpy as np

from saleroom.kernel.compile import entry, rule
from saleroom.kernel.episodes import begin_all, choose_all, first_illegal, show_all, step_all
from saleroom.kernel.fast.atomics import spin_until, store

BEGIN, CHECK, CHOOSE, STEP, SHOW, CALLBACK = range(6)
"""Kinds of task. For `CALLBACK`, compiled code returns to Python, which calls a function."""
CALLER = 0
TASK, START, END, FOUND = 1, 2, 3, 4
"""Columns of `progress` after the count.

`TASK` is the caller's task. A thread's episodes are numbered from `START` up to, but not including, `END`. `FOUND` is
the first episode with an illegal action that the thread found, or -1.
"""


@rule
def run_task(task, crowd, kind, actions, luck, start, end):
    """Run a task on the episodes from `start` up to, but not including, `end`.

    For `CHECK`, return the first episode with an illegal action, or -1 if there is none. For other tasks, return -1.
    """
    if task == BEGIN:
        begin_all(crowd, kind, start, end)
    elif task == CHECK:
        return first_illegal(crowd, start, end, actions)
    elif task == CHOOSE:
        choose_all(crowd, start, end, luck, actions)
    elif task == STEP:
        step_all(crowd, kind, start, end, actions)
    elif task == SHOW:
        show_all(crowd, kind, start, end)
    return -1


@entry
def run_tasks(crowd, kind, actions, luck, progress, place, number, spins):
    """Run the share of thread `place` in task `number`; a helper also runs later tasks if they start soon.

    Return the number of the next task. A helper returns when the next task is a `CALLBACK`, or when no task has started
    within `spins` reads.
    """
    start, end = progress[place, START], progress[place, END]
    while spin_until(progress, CALLER, number, spins) and progress[CALLER, TASK] != CALLBACK:
        progress[place, FOUND] = run_task(progress[CALLER, TASK], crowd, kind, actions, luck, start, end)
        store(progress, place, number)
        number += 1
        if place == CALLER:
            break
    return number


def progress_of_one(task):
    """Return the array `progress` for a single thread and a single episode.

    Each call of `run_tasks` with this array runs `task` as task number 1.
    """
    progress = np.zeros((1, FOUND + 1), np.int64)
    progress[CALLER, 0], progress[CALLER, TASK], progress[CALLER, END] = 1, task, 1
    return progress


@entry
def all_done(progress, number, spins):
    """Return whether every helper has finished task `number`; wait at most `spins` reads for each helper."""
    for place in range(1, len(progress)):
        if not spin_until(progress, place, number, spins):
            return False
    return True
