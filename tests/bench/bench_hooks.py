#!/usr/bin/python3
"""What the hooks add to `git commit` and `git push`, interleaved in one run.

Each round runs every variant once, in a shuffled order, so that whatever else the
machine does falls on all of them alike. Other work only ever makes a command slower, by
more than a hook takes: a variant's figure is the difference of its lower quartile over the
rounds to that of the variant without hooks.
Prints one JSON row a line (see tests/README.md).
"""

import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = int(os.environ.get("ROUNDS", "40"))
BUILD = os.path.abspath(sys.argv[1])
TORA = os.path.join(BUILD, "tora")
PYTHON_HOOK = "#!/usr/bin/python3\nimport json, socket, sys\nsys.exit(0)\n"
NODE_HOOK = "#!/usr/bin/env node\nprocess.exit(0)\n"


class World:
    """A private home and runtime folder with one repository and one bare remote a variant."""

    def __init__(self):
        shm = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.root = tempfile.mkdtemp(prefix="tora-bench.", dir=shm)
        self.env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.root, "LC_ALL": "C.UTF-8",
                    "XDG_RUNTIME_DIR": self.root + "/run", "XDG_STATE_HOME": self.root + "/state",
                    "XDG_CACHE_HOME": self.root + "/cache", "GIT_CONFIG_NOSYSTEM": "1"}
        os.mkdir(self.root + "/run", 0o700)
        for key, value in (("user.name", "A Developer"), ("user.email", "dev@example.org")):
            self.run("git", "config", "--global", key, value)

    def run(self, *argv, cwd=None, check=True):
        done = subprocess.run(argv, cwd=cwd or self.root, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        if check and done.returncode:
            raise SystemExit(f"{argv}: {done.stderr.decode()}")
        return done.stdout.decode()

    def repo(self, name):
        path = f"{self.root}/{name}"
        self.run("git", "init", "-q", "-b", "main", path)
        # A documentation file: a commit in it is settled in milliseconds, so that the checks
        # themselves do not run beside the measurement.
        with open(path + "/README.md", "w", encoding="utf-8") as file:
            file.write("a\n")
        self.run("git", "add", ".", cwd=path)
        self.run("git", "commit", "-q", "-m", "one", cwd=path)
        self.run("git", "init", "-q", "--bare", path + ".remote")
        self.run("git", "remote", "add", "origin", path + ".remote", cwd=path)
        return path

    def process(self, is_it):
        """The first process of this home whose arguments is_it() knows, or None."""
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/environ", "rb") as file:
                    env = file.read()
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    command = file.read().split(b"\0")
            except OSError:
                continue
            if f"HOME={self.root}".encode() in env.split(b"\0") and is_it(command):
                return int(entry)
        return None

    def daemon_pid(self):
        return self.process(lambda argv: argv[0].endswith(b"torad") and argv[1:2] == [b"run"])

    def stop_daemon(self):
        # what a hook left behind to start it a moment later
        for _ in range(500):
            if not self.process(lambda argv: argv[1:3] == [b"hook", b"start"]):
                break
            time.sleep(0.02)
        pid = self.daemon_pid()
        if pid is None:
            return
        os.kill(pid, signal.SIGCONT)
        os.kill(pid, signal.SIGTERM)
        for _ in range(500):
            if not os.path.exists(f"/proc/{pid}"):
                return
            time.sleep(0.01)
        raise SystemExit("the daemon does not stop")


    def close(self):
        self.stop_daemon()
        shutil.rmtree(self.root, ignore_errors=True)


class Variant:
    """One kind of hook, or one state of the daemon."""

    def __init__(self, world, name, hook=None, daemon=None):
        self.world, self.name, self.daemon = world, name, daemon
        self.path = world.repo(name)
        self.commits = []
        self.pushes = []
        if daemon:
            world.run(TORA, "init", cwd=self.path)
        elif hook:
            for event in ("post-commit", "pre-push"):
                target = f"{self.path}/.git/hooks/{event}"
                if os.path.isabs(hook):
                    os.symlink(hook, target)
                    continue
                with open(target, "w", encoding="utf-8") as file:
                    file.write(hook)
                os.chmod(target, 0o755)

    def prepare(self):
        if self.daemon == "down":
            self.world.stop_daemon()
        elif self.daemon:
            self.world.run(TORA, "daemon", "start")
        if self.daemon == "stopped":
            os.kill(self.world.daemon_pid(), signal.SIGSTOP)

    def restore(self):
        if self.daemon == "stopped":
            os.kill(self.world.daemon_pid(), signal.SIGCONT)

    def timed(self, *argv):
        began = time.perf_counter()
        self.world.run(*argv, cwd=self.path)
        return (time.perf_counter() - began) * 1000

    def one_round(self, number):
        """What is timed follows the same command of git in every variant: a cold cache is not a hook's doing."""
        self.prepare()
        with open(self.path + "/README.md", "a", encoding="utf-8") as file:
            file.write(f"{number}\n")
        self.world.run("git", "add", ".", cwd=self.path)
        self.commits.append(self.timed("git", "commit", "-q", "-m", "more"))
        self.restore()
        self.prepare()
        self.world.run("git", "log", "-1", cwd=self.path)
        self.pushes.append(self.timed("git", "push", "-q", "origin", f"HEAD:refs/heads/b{number}"))
        self.restore()


def row(name, what, ours, base, base_is, goal, met):
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 3),
                      "base": round(base, 3), "base_is": base_is,
                      "ratio": round(base / ours, 2) if ours > 0 else None, "goal": goal,
                      "better": "lower", "met": met, "runs": ROUNDS}))


def added(variant, plain, which):
    mine, theirs = (statistics.quantiles(getattr(v, which), n=4)[0] for v in (variant, plain))
    return mine - theirs


def main():
    world = World()
    try:
        plain = Variant(world, "none")
        ours = [Variant(world, "tora-" + state, daemon=state) for state in ("up", "down", "stopped")]
        # The floor: what git itself needs to run any program as a hook.
        others = [Variant(world, "true", shutil.which("true", path=world.env["PATH"])),
                  Variant(world, "sh", "#!/bin/sh\nexit 0\n"), Variant(world, "python", PYTHON_HOOK)]
        if shutil.which("node", path=world.env["PATH"]):
            others.append(Variant(world, "node", NODE_HOOK))
        everything = [plain, *ours, *others]
        for number in range(ROUNDS + 1):
            random.shuffle(everything)
            for variant in everything:
                variant.one_round(number)
        for variant in everything:  # the first round warms caches
            del variant.commits[0], variant.pushes[0]
        python = next(v for v in others if v.name == "python")
        for which, command, limit in (("commits", "commit", 1.0), ("pushes", "push", 2.0)):
            for variant in ours:
                cost = added(variant, plain, which)
                row(f"hook.{command}.{variant.daemon}", f"added to git {command}, daemon {variant.daemon}",
                    cost, added(python, plain, which), "a Python hook that does nothing",
                    f"at most {limit:g} ms", cost <= limit)
            for variant in others:
                if variant is not python:
                    row(f"hook.{command}.{variant.name}", f"added to git {command} by a {variant.name} hook",
                        added(variant, plain, which), added(python, plain, which),
                        "a Python hook that does nothing", "for comparison", True)
    finally:
        world.close()


if __name__ == "__main__":
    main()
