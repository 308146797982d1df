"""A filter of system calls (seccomp): all sockets, and interfaces of the kernel without a Landlock rule."""

import ctypes
import errno
import platform
import struct

from rowcast_automl.platform.process.landlock import NO_NEW_PRIVILEGES, checked, libc

SET_SECCOMP, FILTER_MODE = 22, 2
LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER_OFFSET, ARCHITECTURE_OFFSET = 0, 4
# System calls of the x32 ABI, which would avoid the numbers below.
X32 = 0x40000000


# Numbers of the refused system calls on x86_64 and on aarch64.
REFUSED = {
    **{"socket": (41, 198), "connect": (42, 203), "bind": (49, 200)},
    # Memory of other processes.
    **{"ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271)},
    # Mounts and namespaces.
    **{"mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51)},
    **{"unshare": (272, 97), "setns": (308, 268), "open_tree": (428, 428), "move_mount": (429, 429)},
    **{"fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433)},
    "mount_setattr": (442, 442),
    # Interfaces of the kernel that programs rarely need and attackers often use.
    **{"add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "bpf": (321, 280)},
    **{"perf_event_open": (298, 241), "userfaultfd": (323, 282)},
    **{"init_module": (175, 105), "delete_module": (176, 106), "finit_module": (313, 273)},
    **{"kexec_load": (246, 104), "kexec_file_load": (320, 294)},
    **{"name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265)},
    # It opens sockets without the system calls above.
    **{"io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427)},
}
# The identifier of each architecture, and the place of its numbers.
ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}


class Program(ctypes.Structure):
    """A BPF program as the kernel expects it."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def refuse_system_calls() -> bool:
    """Refuse system calls that the sandbox does not need, for this process and its descendants.

    Returns
    -------
    bool
        False on an architecture whose numbers are not known.

    Raises
    ------
    OSError
        The kernel refused.
    """
    known = ARCHITECTURES.get(platform.machine())
    if known is None:
        return False
    identifier, place = known
    code = filter_code(identifier, [numbers[place] for numbers in REFUSED.values()])
    program = Program(len(code) // 8, code)
    checked(libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    checked(libc.prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(program)))
    return True


def filter_code(architecture: int, refused: list[int]) -> bytes:
    """Return the instructions of the filter: refused system calls fail with EPERM, others pass."""
    # Each jump skips this many instructions; the last two are ALLOW and REFUSE.
    checks = [
        instruction(JUMP_IF_EQUAL, number, true=len(refused) - index, false=0)
        for index, number in enumerate(refused)
    ]
    return b"".join(
        [
            instruction(LOAD, ARCHITECTURE_OFFSET),
            instruction(JUMP_IF_EQUAL, architecture, true=1, false=0),
            instruction(RETURN, KILL),
            instruction(LOAD, NUMBER_OFFSET),
            instruction(JUMP_IF_AT_LEAST, X32, true=len(refused) + 1, false=0),
            *checks,
            instruction(RETURN, ALLOW),
            instruction(RETURN, REFUSE | errno.EPERM),
        ]
    )


def instruction(code: int, value: int, true: int = 0, false: int = 0) -> bytes:
    """Return one BPF instruction; `true` and `false` are the numbers of instructions to skip."""
    return struct.pack("=HBBI", code, true, false, value)
