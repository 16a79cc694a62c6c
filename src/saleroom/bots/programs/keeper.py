"""Process between Saleroom's process and a program that plays.

It makes sure that no process of the program is left behind.

Run this file as a separate program: ``python keeper.py LIFELINE COMMAND …``. When the pipe LIFELINE closes or the
command ends, this process kills all processes in the command's process group. On Linux, it also kills processes that
have left the group, because they become its children.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def main(lifeline, command):
    """Run the command; return its exit status, or 128 plus the signal's number if a signal ended it."""
    adopt_orphans()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    # a function between fork and exec is safe here, because this process has no threads
    child = subprocess.Popen(command, start_new_session=True, preexec_fn=begin)  # noqa: PLW1509
    for number in (0, 1):  # so that Saleroom sees when the program, which also has these pipes, closes them
        os.close(number)
    while child.poll() is None:
        ready, _, _ = select.select([lifeline, woken], [], [])
        if lifeline in ready:
            break
        os.read(woken, 1 << 10)
    end(child)
    return child.returncode if child.returncode >= 0 else 128 - child.returncode


def begin():
    """Prepare the program's process: restore the default signal handlers, and make it end when the keeper ends."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    control(PR_SET_PDEATHSIG, signal.SIGKILL)


def adopt_orphans():
    """Make this process the parent of orphaned descendants."""
    control(PR_SET_CHILD_SUBREAPER, 1)


def control(option, value):
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def end(child):
    """Kill the program and all processes that it has left behind."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    while any(map(reaped, children())):
        pass


def reaped(child):
    """Kill an adopted child and return True; this process then adopts the child's own children."""
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return True


def children():
    """Return the child processes of this process, or an empty list if the system does not list them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
