"""What a hostile test may try, one at a time. Prints ESCAPED when it worked (tests/e2e/test_escape.sh).

Words between @ signs are filled in by the test: files, sockets and processes of its own. Whatever takes
up room is bounded, because all of it is also run without a sandbox, to show that it does work there.
"""
import ctypes
import errno
import glob
import mmap
import os
import signal
import socket
import subprocess
import sys
import time

TOKEN = b"@TOKEN@"
MIB = 1 << 20
libc = ctypes.CDLL(None, use_errno=True)


def escaped(how):
    os.write(2, ("ESCAPED %s\n" % how).encode())


def attempt(what, *args):
    """The result, or None when the system says no."""
    try:
        return what(*args)
    except (OSError, ValueError):
        return None


def read(path, size=-1):
    with open(path, "rb") as f:
        return f.read(size)


def home():
    for path in ("@SECRET@", os.path.expanduser("~/secret"), "/proc/1/root@SECRET@", "/proc/self/root@SECRET@",
                 "/proc/%d/cwd/secret" % os.getppid()):
        if TOKEN in (attempt(read, path) or b""):
            escaped(path)


def keys():
    if any(TOKEN.decode() in v for v in os.environ.values()):
        escaped("os.environ")
    for path in glob.glob("/proc/[0-9]*/environ") + ["/proc/%d/environ" % os.getppid(), "/proc/1/environ"]:
        if TOKEN in (attempt(read, path) or b""):
            return escaped(path)


def regions(pid):
    for line in (attempt(read, "/proc/%d/maps" % pid) or b"").splitlines():
        span, rights = line.split()[:2]
        start, end = (int(x, 16) for x in span.split(b"-"))
        if rights.startswith(b"rw") and end - start < 64 * MIB:
            yield start, end - start


def peek(pid, start, size):
    with open("/proc/%d/mem" % pid, "rb", 0) as f:
        f.seek(start)
        return f.read(size)


class Span(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("size", ctypes.c_size_t)]


def peek_call(pid, start, size):
    buffer = ctypes.create_string_buffer(size)
    ours, theirs = Span(ctypes.addressof(buffer), size), Span(start, size)
    n = libc.process_vm_readv(pid, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0)
    return buffer.raw[:n] if n > 0 else b""


def memory_of_others():
    victim = int("@VICTIM@")
    for start, size in regions(victim):
        for look in (peek, peek_call):
            if TOKEN in (attempt(look, victim, start, size) or b""):
                return escaped("%s of %d" % (look.__name__, victim))


def write():
    import target
    for path in ("@OUTSIDE@/written", "@SECRET@", target.__file__, "/proc/self/root@OUTSIDE@/written"):
        fd = attempt(os.open, path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        if fd is not None and attempt(os.write, fd, b"#\n"):
            escaped(path)
    for what, *args in ((os.link, "@OUTSIDE@/keep", "linked"), (os.unlink, "@OUTSIDE@/keep"),
                        (os.mkdir, "@OUTSIDE@/keep")):
        attempt(what, *args)
    before = attempt(os.stat, "@SECRET@")
    attempt(os.chmod, "@SECRET@", 0o777)
    attempt(os.truncate, "@SECRET@", 3)
    if before and attempt(os.stat, "@SECRET@").st_mode != before.st_mode:
        escaped("mode")


def reach(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as s:
        s.settimeout(2)
        s.connect(address)
        s.send(TOKEN)
        return True


def network_ip():
    if attempt(reach, socket.AF_INET, ("127.0.0.1", int("@PORT@"))):
        escaped("127.0.0.1")


def network_abstract():
    if attempt(reach, socket.AF_UNIX, "\0@ABSTRACT@"):
        escaped("abstract socket")


def network_path():
    for path in ("@SOCKET@", "/proc/self/root@SOCKET@"):
        if attempt(reach, socket.AF_UNIX, path):
            escaped(path)


def network_pair():
    """A pair of datagram sockets needs no socket(2), and can be sent elsewhere."""
    pair = attempt(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM)
    if pair and attempt(pair[0].sendto, TOKEN, "@DATAGRAM@"):
        escaped("datagram")


def disk():
    """384 MiB; the sandbox has 256."""
    fds = []
    try:
        for i in range(12):
            fds.append(os.open("fill%d" % i, os.O_RDWR | os.O_CREAT, 0o600))
            os.posix_fallocate(fds[-1], 0, 32 * MIB)
        time.sleep(0.5)
        escaped("384 MiB")
    finally:
        for i in range(len(fds)):
            os.unlink("fill%d" % i)


def forks():
    """At most 500, which sleep until we are gone."""
    r, w = os.pipe()
    try:
        for _ in range(500):
            if os.fork() == 0:
                os.close(w)
                os.read(r, 1)
                os._exit(0)
        escaped("500 processes")
    finally:
        os.close(w)


def outlive():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(number, signal.SIG_IGN)
                os.closerange(0, 64)
                os.execv("/bin/sleep", ["sleep", "@MARK@"])
            os._exit(0)
    time.sleep(0.2)


def signal_runner():
    parent = os.getppid()
    if attempt(os.kill, int("@VICTIM@"), 0) is None and os.path.exists("/proc/@VICTIM@") and \
            libc.kill(int("@VICTIM@"), 0) == 0:
        escaped("victim")
    for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
        attempt(os.kill, parent, number)
    until = time.monotonic() + 1
    while os.getppid() == parent and time.monotonic() < until:
        time.sleep(0.01)
    if os.getppid() != parent:
        escaped("the parent is dead")


def ptrace_runner():
    for pid in {os.getppid(), 1, int("@VICTIM@")} - {1 if os.getpid() == 1 or not os.environ.get("TORA_SANDBOX") else 0}:
        if libc.ptrace(16, pid, None, None) == 0:      # PTRACE_ATTACH
            os.waitpid(pid, 0x40000000)                 # __WALL
            libc.ptrace(17, pid, None, None)            # PTRACE_DETACH
            escaped("attached to %d" % pid)


FORGED = b'{"id":1,"ok":true,"status":"ok","code":0,"stdout":"FORGED","stderr":"","exception":null}\n'


def forge():
    """The runner's channel: its descriptors, and its memory."""
    runners = {os.getppid()} | ({1} if os.environ.get("TORA_SANDBOX") else set())
    for pid in runners:
        for fd in range(3, 64):
            path = "/proc/%d/fd/%d" % (pid, fd)
            own = attempt(os.open, path, os.O_WRONLY | os.O_APPEND)
            if own is not None and attempt(os.write, own, FORGED):
                escaped(path)
        if attempt(os.open, "/proc/%d/mem" % pid, os.O_RDWR) is not None:
            escaped("memory of %d" % pid)
    for fd in range(3, 64):         # our own: noise that the runner must not take for a result
        if os.environ.get("TORA_SANDBOX"):
            attempt(os.write, fd, FORGED)


def exhaust():
    taken = bytearray(700 * MIB)
    escaped("%d bytes" % len(taken))


def exhaust_many():
    """Each within its own limit: 10 times 200 MiB, touched, all there at the same time."""
    done, w = os.pipe()
    end, keep = os.pipe()
    started = []
    for _ in range(10):
        started.append(os.fork())
        if started[-1] == 0:
            os.close(keep)
            taken = mmap.mmap(-1, 200 * MIB)
            taken[::4096] = b"x" * (200 * MIB // 4096)  # not MAP_POPULATE: that does not say when it failed
            os.write(w, b"x")
            os.close(w)
            os.read(end, 1)
            os._exit(0)
    os.close(w)
    got = b""
    while len(got) < 10:
        more = os.read(done, 16)
        if not more:
            return
        got += more
    if all(os.waitpid(pid, os.WNOHANG) == (0, 0) for pid in started):   # none made room for another by dying
        escaped("2000 MiB")
    os.close(keep)


def flood():
    """10 GB in the sandbox; without one 16 MiB show that nobody minds."""
    for _ in range(10240 if os.environ.get("TORA_SANDBOX") else 16):
        os.write(1, b"x" * MIB)
    escaped("all was printed")


def busy():
    while True:
        pass


def sleeping():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)


def swap():
    """A folder becomes a link to somebody else's while it is being looked at and removed."""
    os.mkdir("dir")
    open("dir/inner", "w").close()
    if os.fork():
        return
    os.setsid()
    os.closerange(0, 64)
    here = os.getcwd()
    for _ in range(200000):
        try:
            os.rename(here + "/dir", here + "/was")
            os.symlink("@OUTSIDE@", here + "/dir")
            time.sleep(0.0002)
            os.unlink(here + "/dir")
            os.rename(here + "/was", here + "/dir")
        except OSError as e:
            if e.errno not in (errno.EEXIST, errno.ENOENT, errno.ENOTEMPTY):
                break
    os._exit(0)


def in_c():
    """The same from a program that knows no interpreter's manners."""
    import target
    program = os.path.join(os.path.dirname(target.__file__), "attack")
    done = subprocess.run([program, "@WHAT_C@"], stdin=subprocess.DEVNULL)
    sys.exit(done.returncode)


if __name__ == "__main__":
    globals()["@WHAT@"]()
