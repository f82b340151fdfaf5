"""A test in an interpreter of its own, inside the sandbox that is there already.

The child that was forked for the test becomes a new interpreter (exec): nothing that the runner has
imported, no address and no hash seed of it is left. What surrounds the test is that of every other
trial: its process is below the runner, which kills, waits and cleans up as always. What the new
interpreter has to know travels in a file in memory, not in its arguments or environment.
"""
import marshal
import os
import sys

from . import child, installed, limits, lines

FLAGS = ["-s", "-B"]        # as the runner itself is started
ENVIRON = dict(os.environ)  # before anything of the code under test could change it


def become(here, report, seed, **job):
    """In the forked child: never returns, unless it cannot be done (OSError).

    Any seed but 0 also moves the addresses: what depends on them differs between repetitions then,
    as what depends on hashes does.
    """
    from . import confine       # the runner has it; what it imports in turn is no new interpreter's business

    fd = os.memfd_create("job")
    lines.write_all(fd, marshal.dumps(dict(job, report=report.handed_over())))
    os.lseek(fd, 0, os.SEEK_SET)
    os.set_inheritable(fd, True)
    argv = [sys.executable] + FLAGS + [os.path.join(here, "__main__.py"), "fresh", str(fd)]
    if seed:
        confine.scatter()
    os.execve(argv[0], argv, dict(ENVIRON, PYTHONHASHSEED=str(seed)))


def main():
    """The new interpreter. It trusts the file: nothing but the runner could write it."""
    fd = int(sys.argv[2])
    with open(fd, "rb") as f:
        job = marshal.load(f)
    report = child.Report(*job["report"])
    os.set_inheritable(job["report"][0], False)
    try:
        child.prepare()
        if job["points"]:
            __import__("_tora_runner.cover")    # before the project's folders are looked into for what that imports
        sys.path[:] = job["path"]
        installed.install(sys.path)
        child.run(job["source"], job["folder"], report, job["limit"], limits.memory_in_use(),
                  job["points"], has_loaded=False)
    except BaseException as e:              # noqa: B902 - run ends the process: this is ours
        report.end(failed=child.one_line(e))
    finally:
        os._exit(70)
