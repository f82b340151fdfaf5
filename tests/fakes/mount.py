#!/usr/bin/python3
"""A file system that can stop to answer, as that of a file server that is gone: mount.py BACK AT READY SECONDS

What is in the folder BACK is shown at AT, to be read only, in a mount namespace of its own (nsenter --mount=/proc/PID/ns/mnt).
Spoken is the kernel's FUSE protocol, so /dev/fuse is all it needs. When everything stands, "ok" is written to READY;
"no" and why where this machine does not allow it.

After SIGUSR1 requests are read and not answered, and not even SIGKILL ends who waits for one; after SIGUSR2 they are
answered again, those that wait first. When this process ends all of them fail; it ends with who started it, or when it has not
answered for SECONDS: a test that hangs comes to an end.
"""
import ctypes
import errno
import os
import select
import signal
import stat
import struct
import sys

LOOKUP, FORGET, GETATTR, READLINK, OPEN, READ, STATFS, RELEASE = 1, 2, 3, 5, 14, 15, 17, 18
FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, ACCESS, INTERRUPT, BATCH_FORGET = 25, 26, 27, 28, 29, 34, 36, 42
CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
HEAD = struct.Struct("<IIQQIIII")
is_dead = False
patience = 0
waiting: list[bytes] = []


def set_dead(signum, _frame):
    global is_dead
    is_dead = signum == signal.SIGUSR1
    signal.alarm(patience if is_dead else 0)


def enter(back: str, at: str) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.getuid(), os.getgid()
    libc.prctl(1, signal.SIGKILL)
    if libc.unshare(CLONE_NEWNS | (CLONE_NEWUSER if uid else 0)) < 0:
        raise OSError(ctypes.get_errno(), "no namespace")
    if uid:
        for name, text in ("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1"):
            with open(f"/proc/self/{name}", "w") as f:
                f.write(text)
    libc.mount(None, b"/", None, 1 << 14 | 1 << 18, None)  # what is mounted here is seen here alone
    fd = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={fd},rootmode=40000,user_id={uid},group_id={gid}"
    if libc.mount(b"fake", at.encode(), b"fuse", 6, options.encode()) < 0:
        raise OSError(ctypes.get_errno(), "no mount")
    return fd


class Server:
    def __init__(self, back: str):
        self.paths = {1: back}
        self.ids = {back: 1}

    def attr(self, path: str) -> bytes:
        s = os.lstat(path)
        times = [int(t) for t in (s.st_atime, s.st_mtime, s.st_ctime)]
        nanos = [t % 10**9 for t in (s.st_atime_ns, s.st_mtime_ns, s.st_ctime_ns)]
        return struct.pack("<6Q10I", s.st_ino, s.st_size, s.st_blocks, *times, *nanos,
                           s.st_mode, s.st_nlink, s.st_uid, s.st_gid, s.st_rdev, 4096, 0)

    def number(self, path: str) -> int:
        if path not in self.ids:
            self.ids[path] = len(self.paths) + 1
            self.paths[self.ids[path]] = path
        return self.ids[path]

    def entries(self, path: str, offset: int, size: int) -> bytes:
        out = b""
        for i, name in enumerate(sorted(os.listdir(path))[offset:], offset + 1):
            raw, kind = name.encode(), stat.S_IFMT(os.lstat(f"{path}/{name}").st_mode) >> 12
            one = struct.pack("<QQII", i + 1, i, len(raw), kind) + raw
            one += b"\0" * (-len(one) % 8)
            if len(out) + len(one) > size:
                break
            out += one
        return out

    def answer(self, op: int, node: int, body: bytes) -> bytes:
        path = self.paths.get(node, "")
        if op == INIT:
            return struct.pack("<IIIIHHIIHHI", 7, 31, 65536, 0, 12, 9, 65536, 1, 1, 0, 0) + b"\0" * 28
        if op == LOOKUP:
            path += "/" + body.rstrip(b"\0").decode()
            attr = self.attr(path)
            return struct.pack("<QQQQII", self.number(path), 0, 0, 0, 0, 0) + attr
        if op == GETATTR:
            return struct.pack("<QII", 0, 0, 0) + self.attr(path)
        if op == READLINK:
            return os.readlink(path).encode()
        if op in (OPEN, OPENDIR):
            if op == OPEN and struct.unpack_from("<I", body)[0] & os.O_ACCMODE:
                raise OSError(errno.EROFS, path)
            return struct.pack("<QII", 0, 1, 0)
        if op in (READ, READDIR):
            _, offset, size = struct.unpack_from("<QQI", body)
            if op == READDIR:
                return self.entries(path, offset, size)
            with open(path, "rb") as f:
                f.seek(offset)
                return f.read(size)
        if op == STATFS:
            return struct.pack("<5Q4I24x", 0, 0, 0, 0, 0, 4096, 255, 4096, 0)
        if op in (FLUSH, RELEASE, RELEASEDIR, ACCESS):
            return b""
        raise OSError(errno.ENOSYS, f"operation {op}")

    def serve(self, fd: int, request: bytes):
        size, op, unique, node = HEAD.unpack_from(request)[:4]
        if op in (FORGET, BATCH_FORGET, INTERRUPT):
            return
        error, out = 0, b""
        try:
            out = self.answer(op, node, request[HEAD.size:size])
        except OSError as e:
            error = -(e.errno or errno.EIO)
        try:
            os.write(fd, struct.pack("<IiQ", 16 + len(out), error, unique) + out)
        except OSError:
            pass  # who asked is gone


def main(back: str, at: str, ready: str, seconds: str) -> int:
    global patience
    patience = int(seconds)
    for signum in signal.SIGUSR1, signal.SIGUSR2:
        signal.signal(signum, set_dead)
    try:
        fd = enter(back, at)
    except OSError as e:
        with open(ready, "w") as f:
            f.write(f"no: {e}\n")
        return 1
    server = Server(back)
    server.serve(fd, os.read(fd, 1 << 17))
    with open(ready, "w") as f:
        f.write("ok\n")
    os.set_blocking(fd, False)
    while True:
        select.select([fd], [], [], 0.1)
        try:
            waiting.append(os.read(fd, 1 << 17))
        except (BlockingIOError, FileNotFoundError):
            pass  # who asked is gone already
        while waiting and not is_dead:
            server.serve(fd, waiting.pop(0))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
