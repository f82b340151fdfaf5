"""What a test may use. Wall clock and output are watched by the runner, the rest by the kernel."""
import errno
import os
import resource


def _counted_together():
    """Does the kernel count our processes with those of the other runners of our check?

    It counts by user and user namespace. When root checks, there is no namespace of our own, and a
    tight limit would be used up by tests that run at the same time.
    """
    try:
        with open("/proc/self/uid_map") as f:
            return f.read().split() == ["0", "0", "4294967295"]
    except OSError:
        return False


def _processes():
    """64, on top of those that the kernel counts with ours."""
    others = os.environ.get("TORA_PROCESSES", "")
    return 64 + int(others) if others.isdigit() else 192 if _counted_together() else 64


DEFAULTS = {"timeout_ms": 5000, "memory_mib": 1024, "output_kib": 256,
            "processes": _processes(), "file_mib": 64, "files": 256}
MIB = 1 << 20
SPARE = 16 * MIB


def merged(base, request):
    """`base` with the limits that `request` names; what is not a positive number is left out."""
    out = dict(base)
    for name in DEFAULTS:
        value = request.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            out[name] = value
    return out


def memory_in_use():
    """(address space, private data) of this process in bytes: where a forked test starts from."""
    try:
        with open("/proc/self/statm") as f:
            pages = f.read().split()
        size = resource.getpagesize()
        return int(pages[0]) * size, int(pages[5]) * size
    except (OSError, ValueError, IndexError):
        return 0, 0


def of_kernel(limits, in_use):
    """[(what, (soft, hard))]. A test gets its memory on top of what the loaded code takes already.

    RLIMIT_DATA counts what a program allocates; RLIMIT_AS is looser, because libraries reserve far
    more than they use, and is there for shared mappings, which RLIMIT_DATA does not see.
    """
    space, data = in_use
    memory = limits["memory_mib"] * MIB
    cpu = limits["timeout_ms"] // 1000 + 2
    return [(what, (value, value + spare)) for what, value, spare in (
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_CPU, cpu, 1),
        (resource.RLIMIT_FSIZE, limits["file_mib"] * MIB, 0),
        (resource.RLIMIT_NOFILE, limits["files"], 0),
        (resource.RLIMIT_NPROC, limits["processes"], 0),
        (resource.RLIMIT_DATA, data + memory, SPARE),
        (resource.RLIMIT_AS, space + 2 * memory + 512 * MIB, SPARE))]


def apply(rlimits):
    """In the child."""
    for what, both in rlimits:
        try:
            resource.setrlimit(what, both)
        except (ValueError, OSError):
            pass                    # a lower one is in force already


def spare_memory():
    """Room to say how the test ended, for when the test has used up its own."""
    for what in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
        _, hard = resource.getrlimit(what)
        try:
            resource.setrlimit(what, (hard, hard))
        except (ValueError, OSError):
            pass


def hit_by(exc, limits):
    """The sentence for an exception that one of our limits caused, or None."""
    kind = type(exc)
    if issubclass(kind, MemoryError):
        return "memory limit of %d MiB" % limits["memory_mib"]
    number = OSError.errno.__get__(exc) if issubclass(kind, OSError) else None
    if type(number) is not int:
        number = None
    if number == errno.EFBIG:
        return "file size limit of %d MiB" % limits["file_mib"]
    if number in (errno.ENOSPC, errno.EDQUOT):
        return "disk limit of the sandbox"
    if number in (errno.EMFILE, errno.ENFILE):
        return "limit of %d open files" % limits["files"]
    if number == errno.ENOMEM:
        return "memory limit of %d MiB" % limits["memory_mib"]
    if number == errno.EAGAIN and _from_fork(exc):
        return "limit of %d processes" % limits["processes"]
    if kind is RuntimeError and [a for a in exc.args if type(a) is str] == ["can't start new thread"]:
        return "limit of %d processes" % limits["processes"]
    return None


def _from_fork(exc):
    """EAGAIN has many causes. Fork raises it in a call of fork, or in a library that calls it."""
    tb = BaseException.__traceback__.__get__(exc)
    while tb and tb.tb_next:
        tb = tb.tb_next
    if not tb:
        return False
    code = tb.tb_frame.f_code
    names = ("fork", "forkpty", "_execute_child", "_launch", "_fork_exec", "posix_spawn")
    return code.co_name in names or any(n in code.co_names for n in names)
