"""The JavaScript runner started for a test, plainly or inside bubblewrap, and spoken to."""
import atexit
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SOURCES = os.path.join(TOP, "daemon", "lang", "javascript", "runner")
BUILD = os.path.abspath(os.environ.get("TORA_TEST_BUILD") or os.path.join(TOP, "build"))
NODE = os.path.realpath(os.environ.get("TORA_TEST_NODE") or shutil.which("node") or "/usr/bin/node")
sys.path.append(os.path.join(TOP, "tests", "unit"))  # box, suite_cases
import box

DEADLINE = 60


def runner_folder():
    """The runner as it lies in the sandbox: its files, and the helper where it is built."""
    folder = tempfile.mkdtemp(prefix="tora-jsrun-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.chmod(folder, 0o755)
    for name in os.listdir(SOURCES):
        shutil.copy(os.path.join(SOURCES, name), folder)
    if os.path.exists(os.path.join(BUILD, "fork.node")):
        shutil.copy(os.path.join(BUILD, "fork.node"), folder)
    return folder


RUNNER = runner_folder()


def why_no_copies():
    """None, or why tests cannot be copies of a process here."""
    if node_version() < 20:
        return "Node 18 cannot be copied"
    return None if os.path.exists(os.path.join(RUNNER, "fork.node")) else "%s/fork.node is not built" % BUILD


def why_no_huge_pages():
    """None, or why memory cannot be made huge pages on demand."""
    is_new = tuple(int(n) for n in os.uname().release.split(".")[:2]) >= (6, 1)
    return None if is_new and os.path.exists("/sys/kernel/mm/transparent_hugepage") else "no huge pages on demand"


def node_version():
    """20, or 0 when there is none."""
    try:
        said = subprocess.run([NODE, "--version"], capture_output=True, timeout=20).stdout.decode()
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return int(said[1:].split(".")[0]) if said.startswith("v") else 0


def why_no_node():
    """None, or why nothing can be run here."""
    return None if node_version() >= 18 else "Node 18 or later is needed"


def why_no_box():
    """None, or why tests in the box cannot run here."""
    return why_no_node() or box.why_none([NODE, "-e", "0"], RUNNER)


# Answers a line for each that it is asked, {"module", "expression", "given"}; a process for each of them would do little but start.
ASKED = """
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
	const { module, expression, given } = JSON.parse(line), answer = {};
	try {
		answer.worth = new Function('t', 'given', 'require', `return ${expression};`)(require(module), given, require);
	} catch (error) {
		answer.error = String(error && error.stack);
	}
	process.stdout.write(`${JSON.stringify(answer)}\\n`);
});
"""
asked = []      # the process, once there is one, and what it says besides


def ended(process, said):
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()
    said.close()


def made(module, expression, *given):
    """What an expression about a module of the runner, `t`, and `given` is worth."""
    if not asked or asked[0].poll() is not None:
        said = tempfile.TemporaryFile()
        asked[:] = [subprocess.Popen([NODE, "-e", ASKED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said), said]
        atexit.register(ended, *asked)
    asked[0].stdin.write(json.dumps({"module": os.path.join(RUNNER, module), "expression": expression, "given": given}).encode() + b"\n")
    asked[0].stdin.flush()
    if not select.select([asked[0].stdout], [], [], DEADLINE)[0]:
        asked[0].kill()
        raise AssertionError("no answer in %d s: %s" % (DEADLINE, expression))
    answer = json.loads(asked[0].stdout.readline().decode())
    assert "error" not in answer, answer["error"]
    asked[1].seek(0)
    said = asked[1].read()
    assert said == b"", said.decode()
    return answer["worth"]


def candidates(runner, package, qualname, text, **more):
    """What `generate` gives for a function of index.js, of which the line with a text changed; its tests are in test.test.js. more: of the target."""
    line = next(i for i, row in enumerate(package.split("\n"), 1) if text in row)
    got = runner.ask("generate", root=runner.root, max=100, seed=1, budget_ms=20000, tests=["test.test.js"], targets=[
        {"module": "index", "qualname": qualname, "file": "index.js", "lines": [line], "name": "index." + qualname, **more}])
    return got["candidates"]


def project(files):
    """A folder with these files, readable for anybody."""
    root = os.path.realpath(tempfile.mkdtemp(prefix="tora-js-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    os.chmod(root, 0o755)
    for name, text in dict({"package.json": '{"name": "demo"}'}, **files).items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    return root


class Runner:
    def __init__(self, files=None, modules=(), boxed=False, site=(), copies=True, seed=None, **limits):
        runner = RUNNER if copies else SOURCES      # there the helper is not
        self.folder = project(files or {})
        self.root = "/mnt/repo" if boxed else self.folder
        argv = [NODE, os.path.join(runner, "main.js")]
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"}
        env.update({} if seed is None else {"PYTHONHASHSEED": str(seed)})
        self.process = subprocess.Popen(box.around(argv, runner, self.folder) if boxed else argv, env=env,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self._buffer = b""
        self._id = 0
        self.hello = self._answer()
        self.loaded = self.ask("load", paths=[self.root, *site], modules=list(modules), limits=limits)

    def _answer(self):
        until = time.monotonic() + DEADLINE
        while b"\n" not in self._buffer:
            left = until - time.monotonic()
            ready = select.select([self.process.stdout], [], [], max(0, left))[0]
            chunk = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not chunk:
                self.process.kill()
                raise AssertionError("no answer; stderr: %s" % self.process.stderr.read().decode()[-2000:])
            self._buffer += chunk
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line.decode())

    def raw(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()
        return self._answer()

    def ask(self, command, **fields):
        self._id += 1
        answer = self.raw(json.dumps(dict(fields, id=self._id, command=command)).encode() + b"\n")
        assert answer.get("id") == self._id, answer
        return answer

    def run(self, source, **fields):
        return self.ask("run", source=source, **fields)

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=DEADLINE)
        self.process.stdout.close()
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)
