"""Stands between a player's program and whoever seated it, and leaves nothing of it behind.

Run as a program of its own: ``python keeper.py LIFELINE COMMAND …``. When the pipe LIFELINE closes, however whoever
held its other end came to their end, or when the command ends, all processes that it has started are killed: its group,
and on Linux also those that have left the group, which become children of this one.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def main(lifeline, command):
    """The exit status of the command; 128 and the signal's number where one ended it."""
    adopt_orphans()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    # There are no threads here, for which a function between fork and exec would be unsafe.
    child = subprocess.Popen(command, start_new_session=True, preexec_fn=begin)  # noqa: PLW1509
    for number in (0, 1):  # the pipes are the program's: who reads must hear when it has closed them
        os.close(number)
    while child.poll() is None:
        ready, _, _ = select.select([lifeline, woken], [], [])
        if lifeline in ready:
            break
        os.read(woken, 1 << 10)
    end(child)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def begin():
    """In the program, before it begins: the usual signals, and its end when the keeper ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    control(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans():
    """Have whatever loses its parent below this process become its child."""
    control(PR_SET_CHILD_SUBREAPER, 1)


def control(option, value):
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end(child):
    """Kill the program and all that it has left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    while any(map(reaped, children())):
        pass


def reaped(child):
    """Kill a child that was adopted; its own become the next."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return True


def children():
    """The processes whose parent this one is, where the system tells."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
