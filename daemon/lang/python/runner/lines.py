"""What both ends of the runner's pipes need, and nothing that takes long to import.

A test's process has these modules loaded before the test runs: each one more makes a fresh
interpreter slower, and hides that the code under test forgot to import it.
"""
import fcntl
import os
import resource

try:
    from _json import encode_basestring_ascii as _quoted
except ImportError:
    from json.encoder import py_encode_basestring_ascii as _quoted

is_test = False         # is this a test's process?


def _without_hook(name):
    """That module, without what it wants done after each fork."""
    register, os.register_at_fork = os.register_at_fork, lambda **_: None
    try:
        return __import__(name)
    finally:
        os.register_at_fork = register


# What both do after each fork is work for nothing in a test's process: its random numbers are given a seed anyway
# (child.py), and where there is one thread, its locks are as they were. Forks of a test's own do as they would, and
# where they would: before what a package wants done.
random, threading = _without_hook("random"), _without_hook("threading")
os.register_at_fork(after_in_child=lambda: random.seed() if is_test else None)
os.register_at_fork(after_in_child=lambda: threading._after_fork() if is_test or len(threading._active) > 1 else None)


def high(fd):
    """A close-on-exec copy of `fd` at a number nobody would guess."""
    top = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    top = 1024 if top == resource.RLIM_INFINITY else min(top, 1024)
    return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, random.randrange(top // 4, top // 2))


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def plain(text):
    """`text` as something every reader of JSON takes: no lone surrogates, no NUL."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")


def encoded(value):
    """JSON of None, bool, int, str, list and dict, for a process that has not imported json."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[%s]" % ",".join([encoded(v) for v in value])
    return "{%s}" % ",".join(["%s:%s" % (_quoted(k), encoded(v)) for k, v in value.items()])
