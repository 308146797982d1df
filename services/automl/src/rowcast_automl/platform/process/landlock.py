"""Confinement of a process to some folders, without network, by the Landlock system calls of Linux 5.13."""

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ASK_VERSION, PATH_BENEATH = 1, 1
NO_NEW_PRIVILEGES = 38
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
READ = EXECUTE | READ_FILE | READ_FOLDER
# Rights on files by the version that introduced the last of them.
FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
# To listen and to connect over TCP; abstract sockets and signals to other processes.
TCP, SCOPES = 0b11, 0b11
VERSION_OF_TCP, VERSION_OF_SCOPES = 4, 6
NULL_DEVICE = Path("/dev/null")

libc = ctypes.CDLL(None, use_errno=True)


def confine(readable: Iterable[Path], writable: Path) -> bool:
    """Confine this process and its descendants for good; False if the kernel has no Landlock.

    Parameters
    ----------
    readable : iterable of Path
        What may be read and executed; missing ones are ignored.
    writable : Path
        The only folder that may be written.

    Raises
    ------
    OSError
        The kernel refused.
    """
    version = libc.syscall(CREATE_RULESET, None, 0, ASK_VERSION)
    if version < 1:
        return False
    rights = FILE_RIGHTS[min(version, max(FILE_RIGHTS))]
    fields = [rights]
    if version >= VERSION_OF_TCP:
        fields.append(TCP)
    if version >= VERSION_OF_SCOPES:
        fields.append(SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = checked(libc.syscall(CREATE_RULESET, attributes, len(attributes), 0))
    for path in readable:
        if path.exists():
            allow(ruleset, path, READ if path.is_dir() else EXECUTE | READ_FILE)
    allow(ruleset, NULL_DEVICE, READ_FILE | WRITE_FILE)
    allow(ruleset, writable, rights)
    checked(libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    checked(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)
    return True


def allow(ruleset: int, path: Path, rights: int) -> None:
    """Allow `rights` on a file, or on everything below a folder."""
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        checked(libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, descriptor), 0))
    finally:
        os.close(descriptor)


def checked(result: int) -> int:
    """Return the result of a system call. Raises OSError if it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
