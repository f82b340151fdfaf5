#!/usr/bin/python3
"""Trees and builds: sharing against `git worktree add`, going on against building from nothing.

Materialising: a commit that changes 1 % of the files (at least one) of a repository of 200, 2,000 and 8,000
files, its parent in the cache. "ours" is what the build stage takes (`torad prebuild` says it): listing
trees, what is new, freezing; made of the spare copy that is there from the first build on (daemon/build/recycle.h).
Making that copy, by links alone as long as there are few builds, is what the daemon does while nobody waits; it has
rows of its own, as a check that comes before it takes as long. What changes is
no Python: starting the compiler in the sandbox, as is done for 64 KiB of sources, takes 50 ms of its own.
"base" is `git worktree add --detach` of the same commit, the whole command, of which `git --version` is what a
start of git takes. On the same disk. In the rows called packed `git gc` ran after the first commit, so that only
what changes lies in loose objects, as in most repositories that people work in; in the others every object is
loose, as after many commits without a gc, and git opens a file for each.
A file has 9 KiB, the mean of ten libraries (click and marshmallow among them; 5.4 to 16 KiB). Nothing is
deleted before the last row: for five minutes ext4 passes over the inodes of deleted files, one by one,
wherever it makes a file, so that each work tree that is removed makes the next one slower, up to ten times.

Incremental: a Makefile over 3, 12 and 36 C files, one of which changes. "ours" goes on from the parent's
build, "base" builds the same commit with an empty cache; both in the sandbox.
Prints one JSON row a line (see tests/README.md).
"""

import glob
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
KEPT = 4  # daemon/build/recycle.h
LONG = 200  # files whose names need more than a block: from there nothing is removed (daemon/git/unpack.h)
ROUNDS = int(os.environ.get("ROUNDS", "5"))
TREES = [("small", 200, None), ("medium", 2000, 10), ("large", 8000, 5)]
PROJECTS = [("small", 3, None), ("medium", 12, 2), ("large", 36, 3)]


class World:
    """A repository whose main and checked out branch are the same commit: its tree is what is built."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="tora-bench.", dir="/var/tmp")
        self.repo = os.path.join(self.root, "r")
        self.cache = os.path.join(self.root, "cache")
        os.mkdir(self.repo)
        os.mkdir(os.path.join(self.root, "run"), 0o700)
        self.env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.root, "LC_ALL": "C.UTF-8",
                    "GIT_CONFIG_NOSYSTEM": "1", "XDG_RUNTIME_DIR": self.root + "/run",
                    "XDG_STATE_HOME": self.root + "/state", "XDG_CACHE_HOME": self.cache}
        self.run("git", "init", "-q", "-b", "topic")
        self.run("git", "config", "gc.auto", "0")  # what is packed is said, and nothing runs beside a row

    def run(self, *argv):
        done = subprocess.run(argv, cwd=self.repo, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)
        assert done.returncode == 0, (argv, done.stderr)
        return done.stdout

    def write(self, path, text):
        full = os.path.join(self.repo, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def commit(self):
        self.run("git", "add", "-A")
        self.run("git", "-c", "user.name=A Developer", "-c", "user.email=dev@example.org", "commit", "-q", "-m", "x")
        self.run("git", "update-ref", "refs/heads/main", "HEAD")

    def build(self):
        """The tree that is checked out: milliseconds of building it, how many of its files were shared, and
        milliseconds of the spare copy that was made of it afterwards."""
        said = json.loads(self.run(os.path.join(BUILD, "torad"), "prebuild", "--repo", self.repo).splitlines()[-1])
        got = said["prebuild"]
        assert got["reason"] in (None, "", "none") and not got["reused"], got
        return max(got["ms"], 1), got["shared"], max(got["spare_ms"], 1)

    def inode(self, is_spare):
        """Of the tree of the spare copy, or of the build of HEAD's tree."""
        head = self.run("git", "rev-parse", "HEAD^{tree}").decode().strip()
        for marker in glob.glob(os.path.join(self.cache, "tora", "builds", "*", ".complete")):
            with open(marker, encoding="utf-8") as file:
                facts = json.load(file)
            if facts.get("spare", False) == is_spare and (is_spare or facts["tree"] == head):
                return os.stat(os.path.join(os.path.dirname(marker), "tree")).st_ino
        return None

    def forget(self):
        self.run("chmod", "-R", "u+w", self.cache)
        shutil.rmtree(self.cache)

    def worktree(self, number):
        began = time.perf_counter()
        self.run("git", "worktree", "add", "-q", "--detach", os.path.join(self.root, f"w{number}"), "HEAD")
        return (time.perf_counter() - began) * 1000

    def close(self):
        subprocess.run(["chmod", "-R", "u+w", self.root], check=False)
        shutil.rmtree(self.root)


def content(number, version):
    return "".join(f"# {number} {version} {line * 7919 % 1000003}\n" for line in range(600))


def materialise(world, files, is_packed, in_folder=40):
    """Medians of (a spare copy by links alone, ours, git worktree add), ms; how many of the first two."""
    for i in range(files):
        world.write(f"d{i // in_folder}/f{i}.{'py' if i % 4 == 0 else 'txt'}", content(i, 0))
    world.commit()
    if is_packed:
        world.run("git", "gc", "-q")
    linked, ours, base = [world.build()[2]], [], []
    changed = max(files // 100, 1)
    for number in range(1, KEPT + ROUNDS + 1):
        for i in range(changed):
            at = (i * 101 + number * 7) % files | 1  # no source: those would be compiled ahead
            world.write(f"d{at // in_folder}/f{at}.txt", content(at, number))
        world.commit()
        copy = world.inode(is_spare=True)
        took, shared, spare = world.build()
        assert shared >= files - changed, shared
        assert (copy == world.inode(is_spare=False)) == (in_folder < LONG), "not as the row says"
        ours.append(took)
        if number < KEPT:
            linked.append(spare)
        base.append(world.worktree(number))
    return statistics.median(linked), statistics.median(ours), statistics.median(base), len(linked), len(ours)


def source(number, version):
    lines = [f"static int g{k}(int x) {{ int s = {version}; for (int i = 0; i < x; i++) s += i % {k + 2}; return s; }}"
             for k in range(60)]
    calls = " + ".join(f"g{k}(x)" for k in range(60))
    return "\n".join(lines) + f"\nint f{number}(int x) {{ return {calls}; }}\n"


def incremental(files):
    """Medians of (going on from the parent's build, building from nothing), ms."""
    world = World()
    try:
        objects = " ".join(f"s{i}.o" for i in range(files))
        world.write("Makefile", f"lib.so: {objects}\n\tcc -shared -o $@ $^\n%.o: %.c\n\tcc -O1 -fPIC -c $<\n")
        world.write("m.py", "x = 1\n")
        for i in range(files):
            world.write(f"s{i}.c", source(i, 0))
        world.run("git", "config", "tora.build.command", "make -s")
        world.commit()
        ours, base = [], []
        for number in range(1, ROUNDS // 2 + 2):
            world.build()
            world.write(f"s{number % files}.c", source(number % files, number))
            world.commit()
            ours.append(world.build()[0])
            world.forget()
            base.append(world.build()[0])
            world.forget()
        return statistics.median(ours), statistics.median(base)
    finally:
        world.close()


def row(name, what, ours, base, base_is, least, runs):
    ratio = base / ours
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 2), "base": round(base, 2),
                      "base_is": base_is, "ratio": round(ratio, 2),
                      "goal": f">= {least}x" if least else "no goal: growth", "better": "higher",
                      "met": ratio >= least if least else None, "runs": runs}), flush=True)


def main():
    if not os.access(os.path.join(BUILD, "torad"), os.X_OK):
        print("bench_build: skipped: no torad", file=sys.stderr)
        return
    worlds = []
    try:
        for (size, files, least), is_packed in itertools.product(TREES, (False, True)):
            worlds.append(World())
            linked, ours, base, n_linked, n = materialise(worlds[-1], files, is_packed)
            what = f"a tree of {files} files, 99 % as in another"
            name = "build.materialise.packed" if is_packed else "build.materialise"
            row(f"{name}.{size}", f"{what}, made of the spare copy" + (", packed" if is_packed else ""), ours, base,
                "git worktree add of the same commit", least, n)
            if not is_packed:
                row(f"build.spare.{size}", f"the spare copy of {files} files, by links, made while nobody waits",
                    linked, base, "git worktree add of the same commit", None, n_linked)
        worlds.append(World())
        _, ours, base, _, n = materialise(worlds[-1], 2000, False, 500)
        row("build.materialise.long", "a tree of 2000 files, 500 in a folder, 99 % as in another, by links", ours, base,
            "git worktree add of the same commit", None, n)
    finally:
        for world in worlds:
            world.close()
    for size, files, least in PROJECTS:
        ours, base = incremental(files)
        row(f"build.incremental.{size}", f"a build of {files} C files, one changed", ours, base,
            "the same from nothing", least, ROUNDS // 2 + 1)


if __name__ == "__main__":
    main()
