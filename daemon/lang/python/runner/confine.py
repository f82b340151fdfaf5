"""What makes a trial leave nothing behind: its processes, its folder.

In the sandbox the runner is process 1 of its own pid namespace. That gives three things no other
arrangement does: signals of tests do not reach it (the kernel drops what process 1 has no handler
for), kill(-1) means exactly everything a test left, and all of it becomes our child, so that waiting
until there is none proves that nothing is left. In the Landlock tier the runner has a domain of its own,
which signals do not leave, and each test one within; orphans become the runner's children because it
is a subreaper. For tests of the runner itself there is no more than that last part: whoever is below
it is found sooner or later.
"""
import ctypes
import os
import signal
import struct
import time

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER = 1, 4, 22, 36
ADDR_NO_RANDOMIZE = 0x0040000
_ONLY = os.environ.get("TORA_SCRATCH")      # the one folder to write to, where /tmp is everybody's
_SCRATCH = (_ONLY,) if _ONLY else ("/tmp", "/dev/shm", "/run")
_LANDLOCK_CREATE, _LANDLOCK_RESTRICT = 444, 446        # system calls, the same on every machine
_MAKE_BLOCK, _SCOPES = 1 << 11, 3
_libc = _prctl = None
_kept = {}              # what was in the scratch places before any test: mount points
_alone = False          # process 1 of a namespace of our own
_drawn = os.urandom(4).hex()    # a process that was killed leaves its folder, and its number is given again


def setup():
    """Once, in the runner. Nobody else may look into this process: it holds the channel."""
    global _libc, _prctl, _alone
    _alone = os.getpid() == 1
    try:
        _libc = ctypes.CDLL(None, use_errno=True)
        _prctl = _libc.prctl
    except (OSError, AttributeError):
        _prctl = None
    if _alone or _ONLY:
        _kept.update((p, set(os.listdir(p))) for p in _SCRATCH if os.path.isdir(p))
    if _prctl and not _alone:
        _prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if _prctl:
        _prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def in_child(spared=None):
    """The test may look at itself (/dev/stdout is a look at /proc/self/fd), and dies with us. `spared`: a
    process beside it that it must not end."""
    if _prctl:
        _prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
        if not _alone:
            _prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if _ONLY:
            _own_domain()
        elif spared is not None:
            _spare(spared)


def hide():
    """Nobody may look into this process, though it is a child."""
    if _prctl:
        _prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


# What ends a process: the machine's mark, calls whose first argument names it (kill, tkill, tgkill, rt_sigqueueinfo,
# rt_tgsigqueueinfo, prlimit64), the one by descriptor.
_CALLS = {"x86_64": (0xC000003E, (62, 200, 234, 129, 297, 302), 424),
          "aarch64": (0xC00000B7, (129, 130, 131, 138, 240, 261), 424)}
_LOAD, _SAME, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001        # the second: EPERM


def _spare(other):
    """`generate` works beside the tests it has run, and is no process 1 that they cannot end: signals to it,
    or to all there are, and limits for it are refused. A filter of system calls, for the machines above; calls in the
    manner of another machine are refused by the sandbox's own filter (run/filter.c). On other machines a test may end
    that `generate` or stop it, which then comes to the end of its time: what it had found is lost, and nothing else.
    What makes it slower, a priority say, is as on a busy machine."""
    if os.uname().machine not in _CALLS:
        return
    arch, calls, by_descriptor = _CALLS[os.uname().machine]
    who = (other, (1 << 32) - other, (1 << 32) - 1)      # it, its group, everybody
    check = 5 + len(calls)                      # where the first argument is looked at
    refuse = check + 2 + len(who)
    code = [(_LOAD, 0, 0, 4), (_SAME, 0, refuse - 3, arch), (_LOAD, 0, 0, 0),
            (_SAME, refuse - 4, 0, by_descriptor)]
    code += [(_SAME, check - 5 - i, 0, call) for i, call in enumerate(calls)]
    code += [(_RETURN, 0, 0, _ALLOW), (_LOAD, 0, 0, 16)]
    code += [(_SAME, refuse - check - 2 - i, 0, value) for i, value in enumerate(who)]
    code += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]
    text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in code))
    _prctl(PR_SET_SECCOMP, 2, struct.pack("HP", len(code), ctypes.addressof(text)), 0, 0)


def scatter():
    """The program that takes this process's place gets addresses at random, as it would outside."""
    if _libc:
        _libc.personality(_libc.personality(0xffffffff) & ~ADDR_NO_RANDOMIZE)


def _own_domain():
    """Where the runner is no process 1: no signal of ours reaches it, nor any look, from here on."""
    rules = _libc.syscall(_LANDLOCK_CREATE, struct.pack("QQQ", _MAKE_BLOCK, 0, _SCOPES),
                          ctypes.c_size_t(24), 0)
    if rules < 0 or _libc.syscall(_LANDLOCK_RESTRICT, rules, 0) != 0:
        raise OSError(ctypes.get_errno(), "no domain for the test")
    os.close(rules)


def kill_all(watched, spared=None):
    """The child and everything it started, but for `spared`, a child of ours without any of its own; fills
    in how the child ended if that is still open.

    -> a sentence when something could not be ended, else None.
    """
    if spared is None:
        return _kill_namespace(watched) if _alone or _ONLY else _kill_below(watched)
    left = _kill_below(watched, spared)
    if (left or watched.status is None) and (_alone or _ONLY):
        return _kill_namespace(watched)     # what multiplies faster than it can be looked for: all go
    return left


class _Rest:
    """Stands where a test's child does when there is none: counts what has ended."""
    pid = status = None

    def __init__(self):
        self.count = 0

    def ended(self, _pid, _status):
        self.count += 1


def has_children():
    """Does a child of this process live, or wait to be asked how it ended?"""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True
    except ChildProcessError:
        return False


def end_rest():
    """Kill whatever is below the runner and is no test. -> how many processes that were."""
    rest = _Rest()
    kill_all(rest)
    return rest.count


def _signal(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def _kill_namespace(watched):
    """kill(-1) is atomic: whoever is forking at that moment dies too. Only waiting is left.

    In the Landlock tier it reaches as far as signals of the runner's domain do: nobody else is in it.
    """
    if not (_alone or _ONLY):
        raise RuntimeError("everybody here is not ours to end")
    _signal(-1)
    while True:
        try:
            pid, status = os.waitpid(-1, 0)
        except ChildProcessError:
            return None
        watched.ended(pid, status)


def _kill_below(watched, spared=None):
    until = time.monotonic() + 5
    while time.monotonic() < until:
        below = [pid for pid in _descendants(os.getpid()) if pid != spared]
        for pid in below:
            _signal(pid)
        ended = [_reap(pid, watched) for pid in below]
        if not below:
            return None
        if not any(ended):
            time.sleep(0.0005)
    return "a process of the test could not be killed"


def _reap(pid, watched):
    """Is it over? Only children of ours can be asked; the others become some when their parents end."""
    try:
        pid, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return False
    if pid:
        watched.ended(pid, status)
    return pid != 0


def _descendants(pid):
    """Ids below `pid`. Orphans come to us, the subreaper, so they are found as well."""
    found, look = [], [pid]
    while look:
        at = look.pop()
        try:
            with open("/proc/%d/task/%d/children" % (at, at)) as f:
                below = [int(p) for p in f.read().split()]
        except (OSError, ValueError):
            continue
        found += below
        look += below
    return found


# ---- the folder of a test ---------------------------------------------------------------

def make_folder():
    """A fresh folder: the test's working folder and HOME. Always the same name in the sandbox."""
    folder = "/tmp/test"
    if _ONLY:
        folder = os.path.join(_ONLY, "test")
    elif not _alone:
        folder = os.path.join(os.environ.get("TMPDIR") or "/tmp", "tora-test-%d-%s" % (os.getpid(), _drawn))
    os.mkdir(folder, 0o700)
    return folder


def drop_folder(folder):
    """Remove the folder and, in the sandbox, whatever else was left in writable places.

    -> a sentence when something is left, else None.
    """
    places = _SCRATCH if _alone or _ONLY else (folder,)
    try:
        for place in places:
            if os.path.isdir(place):
                _empty(place)
        if not _alone and not _ONLY and os.path.isdir(folder):
            os.rmdir(folder)
    except OSError as e:
        return "files of the test could not be removed: %s" % e.strerror
    return None


def _empty(place):
    """Remove all that is in `place`. A deep nest is unpicked from its top, so no path gets long."""
    moved, until = 0, time.monotonic() + 5
    while time.monotonic() < until:
        kept = _kept.get(place, ())
        entries = [e for e in os.scandir(place) if e.name not in kept]
        if not entries:
            return
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
                continue
            os.chmod(entry.path, 0o700)
            for inner in list(os.scandir(entry.path)):
                if inner.is_dir(follow_symlinks=False):
                    os.chmod(inner.path, 0o700)
                    moved += 1
                    os.rename(inner.path, os.path.join(place, ".tora-%d-%d" % (id(entries), moved)))
                else:
                    os.unlink(inner.path)
            os.rmdir(entry.path)
    raise TimeoutError(0, "too many of them")
