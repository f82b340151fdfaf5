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

forks_draw = False      # is this a test's process?


def _random():
    """`random` that does not draw a new seed after each fork, of the runner for one: a test's process is given a seed
    anyway, and then that forks of its own do as they would (child.py)."""
    register, os.register_at_fork = os.register_at_fork, lambda **_: None
    try:
        import random as module
    finally:
        os.register_at_fork = register
    # where it does it itself: before what a package wants done
    os.register_at_fork(after_in_child=lambda: module.seed() if forks_draw else None)
    return module


random = _random()


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
