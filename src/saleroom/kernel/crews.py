"""Crews: threads that work on one crowd together, in compiled code for as long as there is something to do.

Each keeps to episodes of its own, so that what it writes stays in the cache of its core: to fetch from another core
what was written there may take longer than to step an episode.

They speak by a board, an array of int64 with a row for each. The row of the leader says how many pieces of work it has
called them to, and which the last one is; that of a helper, how many it has done.
"""

from __future__ import annotations

import numpy as np

from saleroom.kernel.compile import entry, rule
from saleroom.kernel.episodes import begin_all, choose_all, first_illegal, show_all, step_all
from saleroom.kernel.signals import raise_to, reached

BEGIN, CHECK, CHOOSE, STEP, SHOW, ERRAND = range(6)
"""Pieces of work. An errand is none for compiled code: those who are called to one come back to Python."""
LEADER = 0
TASK, START, END, FOUND = 1, 2, 3, 4
"""Columns of the board after the signal: the leader's task; everybody's episodes, from one up to, not including,
another; and the first with an illegal action that somebody found, or -1."""


@rule
def do(task, crowd, kind, actions, luck, start, end):
    """A piece of work, in the episodes from `start` up to `end`; the first illegal action where that is looked for."""
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
def labour(crowd, kind, actions, luck, board, place, number, patience):
    """Do one's share of piece of work `number`, and as a helper of those after it as long as they come soon.

    Somebody who looked `patience` times for the next, or is called on an errand, learns its number.
    """
    start, end = board[place, START], board[place, END]
    while reached(board, LEADER, number, patience) and board[LEADER, TASK] != ERRAND:
        board[place, FOUND] = do(board[LEADER, TASK], crowd, kind, actions, luck, start, end)
        raise_to(board, place, number)
        number += 1
        if place == LEADER:
            break
    return number


def board_for_one(task):
    """A board for somebody who works alone on one episode, and is called to piece of work 1 again and again."""
    board = np.zeros((1, FOUND + 1), np.int64)
    board[LEADER, 0], board[LEADER, TASK], board[LEADER, END] = 1, task, 1
    return board


@entry
def done(board, number, patience):
    """Whether every helper has done piece of work `number`, or does it soon."""
    for place in range(1, len(board)):
        if not reached(board, place, number, patience):
            return False
    return True
