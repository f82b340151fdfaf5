#!/usr/bin/python3
"""What the hooks add to `git commit` and `git push`, in pairs.

A sample is two commits (or two pushes) of the same repository, one right after the other: one with its hooks
and one with core.hooksPath at an empty folder, in a random order. What one repository, one moment or one
state of the caches costs falls on both alike; what is left is what the hook costs. A variant is a kind
of hook, or a state of the daemon; "none" is two commits without a hook: how far from nothing the
measure itself strays. There are as many repositories as variants, and each plays every variant in turn.
Other work only ever makes a command slower, by more than a hook takes: a variant's figure is the
difference of the lower quartiles with and without. What git does by the way (maintenance, several threads to pack
one object, a remote that grows by a branch a push) is switched off. Where `true` as a hook takes as long as the goal, the goal is
to take hardly longer than it: a program cannot be started in less. Prints one JSON row a line (see tests/README.md).
"""

import json
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = int(os.environ.get("ROUNDS", "10"))
SLACK = 1.25  # over `true`
SAMPLES = 6  # pairs of a variant in a round
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
        for key, value in (("user.name", "A Developer"), ("user.email", "dev@example.org"),
                           ("maintenance.auto", "false"), ("gc.auto", "0"), ("receive.autogc", "false"),
                           ("pack.threads", "1")):
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
        starter = self.process(lambda argv: os.path.basename(argv[0]) in (b"post-commit", b"pre-push"))
        if starter is not None:
            os.kill(starter, signal.SIGKILL)
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

    def settle(self):
        """Until the daemon has looked at everything and nothing is checked."""
        with socket.socket(socket.AF_UNIX) as daemon:
            daemon.settimeout(60)
            daemon.connect(self.root + "/run/tora/sock")
            daemon.sendall(b'{"jsonrpc":"2.0","id":1,"method":"sync","params":{"idle":true}}\n')
            daemon.recv(65536)

    def close(self):
        self.stop_daemon()
        shutil.rmtree(self.root, ignore_errors=True)


class Variant:
    """One kind of hook, or one state of the daemon."""

    def __init__(self, world, name, hook=None, daemon=None):
        self.world, self.name, self.hook, self.daemon = world, name, hook, daemon
        self.path = None
        self.commits = {True: [], False: []}  # ms, by whether the hooks ran
        self.pushes = {True: [], False: []}

    def play_in(self, path):
        """Make the repository what this variant is about, and nothing else."""
        self.path = path
        for event in ("post-commit", "pre-push"):
            target = f"{path}/.git/hooks/{event}"
            if os.path.lexists(target):
                os.unlink(target)
            if self.hook and os.path.isabs(self.hook):
                os.symlink(self.hook, target)
            elif self.hook:
                with open(target, "w", encoding="utf-8") as file:
                    file.write(self.hook)
                os.chmod(target, 0o755)
        if self.daemon:
            self.world.run(TORA, "init", cwd=path)

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
            self.world.settle()

    def timed(self, with_hook, *argv):
        """Milliseconds of one command of git, with or without the hooks."""
        hooks = [] if with_hook else ["-c", f"core.hooksPath={self.world.root}/no-hooks"]
        began = time.perf_counter()
        self.world.run("git", *hooks, *argv, cwd=self.path)
        return (time.perf_counter() - began) * 1000

    def commit(self, with_hook, number):
        with open(self.path + "/README.md", "a", encoding="utf-8") as file:
            file.write(f"{number} {with_hook}\n")
        self.prepare()
        # What is timed follows the same command of git every time: a cold cache is not a hook's doing.
        self.world.run("git", "add", ".", cwd=self.path)
        spent = self.timed(with_hook, "commit", "-q", "-m", "more")
        self.restore()
        return spent

    def push(self, with_hook, number):
        branch = f"refs/heads/b{number}{'with' if with_hook else 'without'}"
        self.prepare()
        self.world.run("git", "log", "-1", cwd=self.path)
        spent = self.timed(with_hook, "push", "-q", "origin", f"HEAD:{branch}")
        self.restore()
        # The next push finds one branch that has all but its own commit, however many came before.
        os.replace(f"{self.path}.remote/{branch}", f"{self.path}.remote/refs/heads/main")
        return spent

    def sample(self, number, keep=True):
        """A pair of commits, each followed by its push; a pair that is not kept only warms the caches."""
        for with_hook in random.sample((True, False), 2):
            spent = self.commit(with_hook, number), self.push(with_hook, number)
            if keep:
                self.commits[with_hook].append(spent[0])
                self.pushes[with_hook].append(spent[1])
            if self.daemon == "up":  # its checks would run beside the next sample
                self.world.settle()


def one_round(world, variants, repos, number):
    world.run(TORA, "daemon", "start")
    for path in repos:
        world.run(TORA, "init", "--uninstall", cwd=path)
    for i, variant in enumerate(variants):
        variant.play_in(repos[(i + number) % len(repos)])
    for variant in random.sample(variants, len(variants)):
        # What the variant before has queued is checked first.
        world.run(TORA, "daemon", "start")
        world.settle()
        for sample in range(SAMPLES + 1):
            variant.sample(number * 1000 + sample, keep=sample > 0)


def row(name, what, ours, base, base_is, goal, met, runs):
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 3),
                      "base": round(base, 3), "base_is": base_is,
                      "ratio": round(base / ours, 2) if ours > 0 else None, "goal": goal,
                      "better": "lower", "met": met, "runs": runs}))


def added(variant, which):
    pairs = getattr(variant, which)
    with_hook, without = (statistics.quantiles(pairs[kind], n=4)[0] for kind in (True, False))
    return with_hook - without


def main():
    world = World()
    try:
        ours = [Variant(world, "tora-" + state, daemon=state) for state in ("up", "down", "stopped")]
        # The floor: what git itself needs to run any program as a hook.
        others = [Variant(world, "none"), Variant(world, "true", shutil.which("true", path=world.env["PATH"])),
                  Variant(world, "sh", "#!/bin/sh\nexit 0\n")]
        if shutil.which("node", path=world.env["PATH"]):
            others.append(Variant(world, "node", NODE_HOOK))
        python = Variant(world, "python", PYTHON_HOOK)
        everything = [*ours, *others, python]
        repos = [world.repo(f"repo{i}") for i in range(len(everything))]
        for number in range(ROUNDS):
            one_round(world, everything, repos, number)
        for which, command, limit in (("commits", "commit", 1.0), ("pushes", "push", 2.0)):
            base = added(python, which)
            floor = SLACK * added(others[1], which)
            for variant in ours:
                cost = added(variant, which)
                row(f"hook.{command}.{variant.daemon}", f"added to git {command}, daemon {variant.daemon}",
                    cost, base, "a Python hook that does nothing",
                    f"at most {limit:g} ms" if limit > floor else f"at most {SLACK:g}x true", cost <= max(limit, floor), len(variant.commits[True]))
            for variant in others:
                row(f"hook.{command}.{variant.name}", f"added to git {command} by a {variant.name} hook",
                    added(variant, which), base,
                    "a Python hook that does nothing", "no goal: to compare", None, len(variant.commits[True]))
    finally:
        world.close()


if __name__ == "__main__":
    main()
