"""A test in an interpreter of its own, inside the sandbox that is there already.

The child that was forked for the test becomes a new interpreter (exec): nothing that the runner has
imported, no address and no hash seed of it is left. What surrounds the test is that of every other
trial: its process is below the runner, which kills, waits and cleans up as always. What the new
interpreter has to know travels in a file in memory, not in its arguments or environment.

One that was started before its test is known (ready.py) imports the package that the test will begin with, in the very place
where the test would, and then waits for the test.
"""
import marshal
import os
import signal
import sys

from . import child, installed, limits, lines

# As the runner itself was started, before anything of the code under test could change it.
PROGRAM, ENVIRON = [sys.executable, "-s", "-B"], dict(os.environ)


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
    argv = PROGRAM + [os.path.join(here, "__main__.py"), "fresh", str(fd)]
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
        plans = None
        if job["points"]:
            from . import cover     # before the project's folders are looked into for what that imports
            plans = cover.Plans(job["points"])
        sys.path[:] = job["path"]
        installed.install(sys.path)
        rlimits = limits.of_kernel(job["limit"], limits.memory_in_use())
        child.run(job["source"], job["folder"], report, job["limit"], rlimits, plans, has_loaded=False,
                  wait=_waiting(report, *job["ready"]) if "ready" in job else None)
    except BaseException as e:              # noqa: B902 - run ends the process: this is ours
        report.end(failed=child.one_line(e))
    finally:
        os._exit(70)


def _waiting(report, fd, module):
    os.set_inheritable(fd, False)

    def wait(script, main):
        """What it imports sees what it would see as the first line of a test: and leaves no name there."""
        try:
            child.load(compile("import %s\n" % module, script, "exec", dont_inherit=True), main)
            del main.__dict__[module]
            if _goes_on():
                os._exit(1)
        except BaseException:               # noqa: B902 - the test will see it, in a process of its own
            os._exit(1)
        os.write(fd, b"+")
        source = b"".join(iter(lambda: os.read(fd, 1 << 16), b""))
        os.close(fd)
        if not source:
            os._exit(1)
        source = source.decode("utf-8", "surrogatepass")
        try:
            compile(source, script, "exec", dont_inherit=True)
        except BaseException:               # noqa: B902 - of what is no program nothing is run, its imports neither
            report.end(failed="no program")
            os._exit(1)
        return source
    return wait


def _goes_on():
    """Did the import leave behind what does not stand still until the test comes?"""
    if any(signal.getitimer(which)[0] for which in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)):
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True                         # a process
    except ChildProcessError:
        return child.threads() > 1
