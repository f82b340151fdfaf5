"""The runner of C started for a test, plainly or inside bubblewrap, and spoken to."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.append(os.path.join(TOP, "tests", "unit"))  # box
import box

BUILD = os.path.abspath(os.environ.get("TORA_TEST_BUILD") or os.path.join(TOP, "build"))
LIBRARY = os.path.join(TOP, "tests", "fixtures", "try-c", "base")
SCRIPT = os.path.join(TOP, "daemon", "lang", "c", "runner", "build.sh")
CC = os.path.realpath("/usr/bin/cc")


def why_none():
    """None, or why nothing can be run here."""
    if not os.path.exists(os.path.join(BUILD, "c-runner")):
        return "%s/c-runner is not built" % BUILD
    return None if os.path.exists(CC) else "there is no C compiler"


def why_no_box():
    """None, or why nothing can be run in the box."""
    return why_none() or box.why_none(["/bin/true"], "/usr")


def project(change=None):
    """The library of the fixture, built, in a folder of its own; change: {path: (old, new)}."""
    folder = tempfile.mkdtemp(prefix="tora-c-")
    os.chmod(folder, 0o755)
    shutil.copytree(LIBRARY, folder, dirs_exist_ok=True)
    for path, (old, new) in (change or {}).items():
        with open(os.path.join(folder, path), encoding="utf-8") as f:
            text = f.read()
        assert old in text, old
        with open(os.path.join(folder, path), "w", encoding="utf-8") as f:
            f.write(text.replace(old, new))
    return folder


def build(folder, flags=""):
    """What the build says; raises when it fails. `flags`: tora.c.flags."""
    with open(SCRIPT, encoding="utf-8") as f:
        done = subprocess.run(["/bin/sh", "-c", f.read(), CC], cwd=folder, capture_output=True, timeout=120,
                              env=dict(os.environ, TORA_C_FLAGS=flags))
    if done.returncode:
        raise RuntimeError(done.stdout.decode().strip().split("\n")[-1])


class Runner:
    """`folder` is seen as it is, or as /mnt/repo when boxed."""

    def __init__(self, folder, boxed=False, tcc=True, modules=("src/text",), **limits):
        self.folder, self.id = folder, 0
        self.root = "/mnt/repo" if boxed else folder
        self.tmp = tempfile.mkdtemp(prefix="tora-ctmp-")
        self.home = tempfile.mkdtemp(prefix="tora-crun-")
        os.chmod(self.home, 0o755)
        shutil.copy(os.path.join(BUILD, "c-runner"), os.path.join(self.home, "main"))
        argv = [os.path.join(self.home, "main"), CC]
        if boxed:
            argv = box.around(argv, self.home, folder, is_filtered=False)   # it tidies up what the filter denies
        env = dict(os.environ, TMPDIR="/tmp" if boxed else self.tmp)
        env.pop("TORA_C_NO_TCC", None)
        if not tcc:
            env["TORA_C_NO_TCC"] = "1"
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
        self.hello = json.loads(self.process.stdout.readline())
        self.loaded = self.ask("load", paths=[self.root], modules=list(modules), limits=dict({"timeout_ms": 3000}, **limits))

    def send(self, command, **fields):
        self.id += 1
        self.process.stdin.write((json.dumps(dict(fields, id=self.id, command=command)) + "\n").encode())
        return self.id

    def answer(self):
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, command, **fields):
        self.send(command, **fields)
        return self.answer()

    def run(self, source, **fields):
        return self.ask("run", source=source, **fields)

    def run_all(self, sources, **fields):
        """All of them asked for before the first is answered."""
        for source in sources:
            self.send("run", source=source, **fields)
        return [self.answer() for _ in sources]

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()
        for folder in (self.tmp, self.home):
            shutil.rmtree(folder, ignore_errors=True)


def calls(expression, fmt="%d"):
    """A program that prints it."""
    return ('#include <stdio.h>\n#include "textkit.h"\n\nint main(void)\n{\n    printf("%s\\n", %s);\n'
            '    return 0;\n}\n' % (fmt, expression))
