"""A process between a player's program and the process that seated it, which leaves no process of the program behind.

Run it as a program of its own: ``python keeper.py LIFELINE COMMAND …``. When the pipe LIFELINE closes, for any reason,
or when the command ends, all processes that the command has started are killed: its group, and on Linux also those that
have left the group, which become children of this one.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def main(lifeline, command):
    """Return the exit status of the command; 128 plus the signal's number if a signal ended it."""
    adopt_orphans()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    # There are no threads here, for which a function between fork and exec would be unsafe.
    child = subprocess.Popen(command, start_new_session=True, preexec_fn=begin)  # noqa: PLW1509
    for number in (0, 1):  # the pipes belong to the program: their readers must see when it has closed them
        os.close(number)
    while child.poll() is None:
        ready, _, _ = select.select([lifeline, woken], [], [])
        if lifeline in ready:
            break
        os.read(woken, 1 << 10)
    end(child)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def begin():
    """Set up the program's process: the usual signals, and its end when the keeper ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    control(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans():
    """Make this process the parent of orphans below it."""
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
    """Kill an adopted child; its own children are adopted next."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return True


def children():
    """Return the child processes of this one, if the system lists them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
