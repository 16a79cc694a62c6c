"""Isolation of processes with Linux system calls: namespaces, mounts, capabilities and limits.

Sources: unshare(2), mount_setattr(2), user_namespaces(7), capabilities(7), prctl(2).
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from saleroom.bots.sealed import system_calls

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = (
    0x00020000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 16384, 1 << 18
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
MOUNT_SETATTR, MOUNT_ATTR_RDONLY, AT_FDCWD, AT_RECURSIVE = 442, 1, -100, 0x8000
CAPABILITY_VERSION_3, LAST_CAPABILITY = 0x20080522, 63
MEMORY = 4 << 30
"""Maximum number of bytes of private memory of each sealed process; shared memory is not limited."""
SCRATCH_SIZE = "size=64m,mode=700"
"""Mount options of the folder of a sealed process, which is empty at first and held in memory."""
READABLE = ("/proc/cpuinfo", "/proc/meminfo")
"""Files on the processors and the memory that libraries need. No other file of ``/proc`` exists for sealed players."""
PARTS = ("process", "network", "files", "processes")
"""Parts of the isolation: an own process, no network, read-only files, and no access to other processes."""


def make_unreadable() -> None:
    """Forbid other processes of the same user to read this process's memory, environment and descriptors."""
    if sys.platform == "linux":
        _control(PR_SET_DUMPABLE, 0)


def isolate(scratch: str, hidden: Iterable[str]) -> tuple[str, ...]:
    """Put this process into namespaces of its own; return the parts of `PARTS` that the system allows.

    Files become read-only, the folders in `hidden` empty, and there is no network. The current user keeps their
    identity. Children of this process can mount a folder of their own at `scratch`.
    """
    if not system_calls.is_known():
        return PARTS[:1]
    user, group = os.getuid(), os.getgid()
    try:
        _unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC)
    except OSError:
        return PARTS[:1]
    with suppress(OSError):  # needed before the group's map, except for root of the outer namespace
        Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _mount("none", "/", None, MS_REC | MS_PRIVATE)
    _make_read_only()
    _replace_proc()
    for folder in hidden:
        _mount("tmpfs", folder, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k")
    _mount("tmpfs", scratch, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k")
    return PARTS


def _make_read_only() -> None:
    """Make all mounted file systems read-only for this process and its children."""
    attributes = (ctypes.c_uint64 * 4)(MOUNT_ATTR_RDONLY, 0, 0, 0)
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    path, flags = ctypes.c_char_p(b"/"), ctypes.c_uint(AT_RECURSIVE)
    _checked(_libc().syscall(ctypes.c_long(MOUNT_SETATTR), AT_FDCWD, path, flags, ctypes.byref(attributes), size))


def _replace_proc() -> None:
    """Replace ``/proc`` by copies of the files in `READABLE`."""
    copies = {path: Path(path).read_bytes() for path in READABLE}
    _mount("tmpfs", "/proc", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4m")
    for path, content in copies.items():
        Path(path).write_bytes(content)
    _mount("tmpfs", "/proc", "tmpfs", MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)


def leave_other_processes() -> None:
    """Give the next child of this process a namespace in which it sees only its own children, files and queues."""
    _unshare(CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC)


def confine(scratch: str, isolated: bool) -> None:
    """Enter an empty folder, clear the environment, limit the memory, and give up all capabilities for good.

    An isolated process also loses the system calls that reach other processes (`saleroom.bots.sealed.system_calls`).
    """
    import resource  # Windows has no such module

    if isolated:
        _mount("tmpfs", scratch, "tmpfs", MS_NOSUID | MS_NODEV, SCRATCH_SIZE)
    os.chdir(scratch)
    os.environ.clear()
    os.environ.update(HOME=scratch, TMPDIR=scratch, PATH=os.defpath, LANG="C.UTF-8")
    for limit, value in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):  # the operator's own limit may be lower
            resource.setrlimit(limit, (value, value))
    if sys.platform == "linux":
        _drop_capabilities()
    if isolated:
        system_calls.refuse()


def _drop_capabilities() -> None:
    for capability in range(LAST_CAPABILITY + 1):
        _libc().prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails for unknown numbers, and without capabilities
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    _checked(_libc().capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())))
    _control(PR_SET_NO_NEW_PRIVS, 1)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(status: int) -> None:
    if status < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _control(option: int, value: int) -> None:
    _checked(_libc().prctl(option, value, 0, 0, 0))


def _unshare(flags: int) -> None:
    _checked(_libc().unshare(flags))


def _mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    encoded = [None if text is None else text.encode() for text in (source, target, kind)]
    _checked(_libc().mount(*encoded, ctypes.c_ulong(flags), options.encode() or None))
