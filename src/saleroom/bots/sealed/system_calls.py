"""Filter of system calls for sealed processes: what reaches other processes, or code outside the seal, is refused.

The filter is a program for the kernel's packet filter. Sources: seccomp(2), linux/filter.h, linux/audit.h, and the
tables of system calls of the two processors.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
from collections.abc import Mapping

NUMBERS: Mapping[str, tuple[int, Mapping[str, int]]] = {
    "x86_64": (
        0xC000003E,
        {
            "socket": 41,
            "connect": 42,
            "fcntl": 72,
            "flock": 73,
            "ptrace": 101,
            "mount": 165,
            "umount2": 166,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "inotify_init": 253,
            "inotify_add_watch": 254,
            "unshare": 272,
            "inotify_init1": 294,
            "perf_event_open": 298,
            "fanotify_init": 300,
            "open_by_handle_at": 304,
            "setns": 308,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "bpf": 321,
            "userfaultfd": 323,
            "io_uring_setup": 425,
            "pidfd_getfd": 438,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "fcntl": 25,
            "inotify_init1": 26,
            "inotify_add_watch": 27,
            "flock": 32,
            "umount2": 39,
            "mount": 40,
            "unshare": 97,
            "ptrace": 117,
            "socket": 198,
            "connect": 203,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "perf_event_open": 241,
            "fanotify_init": 262,
            "open_by_handle_at": 265,
            "setns": 268,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "bpf": 280,
            "userfaultfd": 282,
            "io_uring_setup": 425,
            "pidfd_getfd": 438,
        },
    ),
}
"""For each processor, its number as an architecture and the numbers of the refused system calls.

Of `fcntl`, only the commands in `LOCKS` are refused. A pair of connected sockets can still be made.
"""
LOCKS = (5, 6, 7, 36, 37, 38)
"""Commands of `fcntl` that read or set locks of files, which other processes see."""
X32 = 0x40000000
"""Bit of the numbers of a second table of system calls on x86-64, which is refused as a whole."""
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000
NUMBER, ARCHITECTURE, SECOND_ARGUMENT = 0, 4, 24
"""Offsets in the data of a system call; the processors are little-endian."""
PR_SET_SECCOMP, FILTER = 22, 2


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def is_known() -> bool:
    """Return whether there is a filter for this processor."""
    return platform.machine() in NUMBERS


def refuse() -> None:
    """Refuse the listed system calls from now on, in this process and its children; raise `OSError` on failure.

    The process must have given up new privileges (``PR_SET_NO_NEW_PRIVS``).
    """
    code = program(*NUMBERS[platform.machine()])
    filtered = _Program(len(code) // 8, code)
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_SECCOMP, FILTER, ctypes.byref(filtered), 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls was refused")


def program(architecture: int, numbers: Mapping[str, int]) -> bytes:
    """Return the filter: instructions of 8 bytes, each with its code, two relative jumps and a value."""
    whole = [number for name, number in numbers.items() if name != "fcntl"]
    lines = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, X32),
        (RETURN, 0, 0, REFUSE),
    ]
    for number in whole:
        lines += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE)]
    lines += [(EQUAL, 1, 0, numbers["fcntl"]), (RETURN, 0, 0, ALLOW), (LOAD, 0, 0, SECOND_ARGUMENT)]
    for command in LOCKS:
        lines += [(EQUAL, 0, 1, command), (RETURN, 0, 0, REFUSE)]
    return b"".join(struct.pack("<HBBI", *line) for line in [*lines, (RETURN, 0, 0, ALLOW)])
