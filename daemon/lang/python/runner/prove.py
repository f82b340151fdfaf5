"""A written suite run as a project would run it: the program that `suite` gives as its proof.

Every test alone, in a process of its own, and then all of them in one, in order, by the project's
framework where that is installed. Where pytest is not, the little of it that a suite uses stands in.
"""
import contextlib
import importlib.util
import io
import json
import os
import re
import select
import signal
import sys
import types
import unittest

from .child import safe_str

ALONE_S = 5
MESSAGE = 300


class _Raises(contextlib.AbstractContextManager):
    def __init__(self, expected, match=None):
        self.expected, self.match = expected, match

    def __exit__(self, kind, value, _tb):
        if kind is None:
            raise AssertionError("did not raise %s" % self.expected.__name__)
        if not issubclass(kind, self.expected):
            return False
        if self.match is not None and not re.search(self.match, str(value)):
            raise AssertionError("%r does not match %r" % (str(value), self.match))
        return True


def _stand_in():
    module = types.ModuleType("pytest")
    module.raises = _Raises
    return module


def _load(path):
    spec = importlib.util.spec_from_file_location("generated_suite", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["generated_suite"] = module
    spec.loader.exec_module(module)
    return module


def _callables(module, names):
    """{name: what runs that test}."""
    out = {}
    for name in names:
        if hasattr(module, name):
            out[name] = getattr(module, name)
    for cls in list(vars(module).values()):
        if isinstance(cls, type) and issubclass(cls, unittest.TestCase):
            for name in names:
                if name in vars(cls):
                    out[name] = _Case(cls, name)
    return out


class _Case:
    def __init__(self, cls, name):
        self.cls, self.name = cls, name

    def __call__(self):
        result = unittest.TestResult()
        self.cls(self.name).run(result)
        for _, text in result.failures + result.errors:
            raise AssertionError(text.strip().split("\n")[-1])


def _try(call):
    """"" or why it failed."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            call()
        return ""
    except BaseException as e:              # noqa: B902
        return _text(e)


def _text(e):
    return ("%s: %s" % (type(e).__name__, safe_str(e)))[:MESSAGE]


def _alone(call):
    """In a process of its own; what that leaves behind is ended with it, and not waited for."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read)
            os.setsid()
            os.write(write, (_try(call) or "passed").encode("utf-8", "replace"))
        finally:
            os._exit(0)
    os.close(write)
    is_late = not select.select([read], [], [], ALONE_S)[0]
    said = "" if is_late else os.read(read, 1 << 16).decode("utf-8", "replace")
    os.close(read)
    if is_late:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    try:
        os.killpg(pid, signal.SIGKILL)
    except OSError:
        pass                                # nobody left
    if is_late:
        return "timeout"
    if os.WIFSIGNALED(status):
        return "signal %d" % os.WTERMSIG(status)
    return "" if said == "passed" else said or "it ended the process"


class _Plugin:
    """Collects what pytest says of each test."""

    def __init__(self):
        self.said = {}

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.split("::")[-1]
        if report.failed:
            text = getattr(getattr(report.longrepr, "reprcrash", None), "message", None) or str(report.longrepr)
            self.said[name] = text[-MESSAGE:]
        elif report.when == "call":
            self.said.setdefault(name, "")


def _with_pytest(pytest, path, names):
    plugin = _Plugin()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main(["-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", os.path.dirname(path), path],
                    plugins=[plugin])
    return {n: plugin.said.get(n, "not run") for n in names}


def run(text):
    job = json.loads(text)
    dumps, put = json.dumps, os.write
    pytest, by = None, "unittest"
    if job["style"] != "unittest":
        try:
            import pytest
            by = "pytest %s" % pytest.__version__
        except Exception:                   # noqa: B902 - not there, or broken
            pytest, by = None, "a plain runner, as pytest is not installed"
            sys.modules["pytest"] = _stand_in()
    path = os.path.abspath("test_generated_suite.py")
    with open(path, "w", encoding="utf-8") as f:
        f.write(job["text"])
    out = {"by": by, "alone": {}, "together": {}, "problem": ""}
    try:
        calls = _callables(_load(path), job["names"])
    except BaseException as e:              # noqa: B902
        out["problem"] = _text(e)
        calls = {}
    for name, call in calls.items():
        out["alone"][name] = _alone(call)
    good = [n for n in calls if not out["alone"][n]]
    if pytest is not None and len(good) == len(calls):
        out["together"] = _with_pytest(pytest, path, good)
    else:
        for name in good:
            out["together"][name] = _try(calls[name])
    said = ("\n%s %s\n" % (job["word"], dumps(out))).encode("ascii", "backslashreplace")
    while said:
        said = said[put(1, said):]
