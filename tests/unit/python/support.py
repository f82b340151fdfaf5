"""A runner started for a test, plainly or inside bubblewrap, and spoken to over its protocol."""
import json
import os
import select
import subprocess
import sys
import time
import types

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
RUNNER = os.path.join(TOP, "daemon", "lang", "python", "runner")
PYTHON = os.environ.get("TORA_TEST_PYTHON") or "/usr/bin/python3"
sys.path.append(os.path.join(TOP, "tests", "unit"))  # box, suite_cases
import box

DEADLINE = 30


def module(name):
    """One of the runner's modules, imported as the runner does."""
    if "_tora_runner" not in sys.modules:
        package = types.ModuleType("_tora_runner")
        package.__path__ = [RUNNER]
        sys.modules["_tora_runner"] = package
    return __import__("_tora_runner." + name, fromlist=[name])


def why_no_box():
    """None, or why tests in the box cannot run here."""
    return box.why_none([PYTHON, "-c", ""], RUNNER)


class Runner:
    def __init__(self, boxed=False, env=None, first=""):
        """first: what is executed before the runner's own program, in its process."""
        argv = [PYTHON, "-s", "-B"]
        if first:
            argv += ["-c", first + "; import runpy, sys; del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"]
        argv.append(RUNNER)
        full = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}
        full.update(env or {})
        self.process = subprocess.Popen(box.around(argv, RUNNER) if boxed else argv, env=full,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self._buffer = b""
        self._id = 0
        self.hello = self._answer()

    def _answer(self):
        until = time.monotonic() + DEADLINE
        while b"\n" not in self._buffer:
            left = until - time.monotonic()
            ready = select.select([self.process.stdout], [], [], max(0, left))[0]
            chunk = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not chunk:
                raise AssertionError("no answer; stderr: %s" % self._last_words())
            self._buffer += chunk
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line.decode())

    def _last_words(self):
        self.process.kill()
        return self.process.stderr.read().decode()[-2000:]

    def ask(self, command, **fields):
        self._id += 1
        self.raw(dict(fields, id=self._id, command=command))
        answer = self._answer()
        assert answer.get("id") == self._id, answer
        return answer

    def raw(self, request):
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()

    def run(self, source, **fields):
        return self.ask("run", source=source, **fields)

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=DEADLINE)
        self.process.stdout.close()
        self.process.stderr.close()
