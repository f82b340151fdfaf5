"""
What tests of runners put round a runner: bubblewrap, much as the sandbox does it, and the sandbox's filter of system calls,
but what makes a denied call is killed (SIGSYS): e2e/escape/filter.c.
"""
import os
import shutil
import subprocess

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILTER = os.path.join(os.path.abspath(os.environ.get("TORA_TEST_BUILD") or os.path.join(TOP, "build")), "filter.bpf")


def around(argv, runner, project=None, is_filtered=True):
    """`argv` as process 1 of its own namespaces, and as nobody when we are root; `runner` is /mnt/runner, `project` /mnt/repo."""
    box = ["bwrap", "--die-with-parent", "--unshare-pid", "--unshare-net", "--unshare-ipc",
           "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp",
           "--tmpfs", "/run", "--tmpfs", "/mnt", "--perms", "1777", "--tmpfs", "/dev/shm", "--as-pid-1",
           "--ro-bind", runner, "/mnt/runner"]
    if project:
        box += ["--ro-bind", project, "/mnt/repo"]
    if is_filtered:
        box = ["/bin/sh", "-c", 'exec "$@" 3<"$0"', FILTER, *box, "--seccomp", "3"]
    if os.getuid() == 0:
        box += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID",
                "--chmod", "1777", "/tmp", "--chmod", "1777", "/run", "--", "setpriv",
                "--reuid=65534", "--regid=65534", "--clear-groups"]
    else:
        box += ["--unshare-user", "--"]
    return box + [a.replace(runner, "/mnt/runner") for a in argv]


def why_none(program, runner):
    """None, or why `program` (a command that does nothing) cannot run in the box."""
    if not shutil.which("bwrap"):
        return "no bubblewrap"
    if not os.path.exists(FILTER):
        return "%s is not built: make unit-tests" % FILTER
    try:
        done = subprocess.run(around(program, runner), capture_output=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired) as e:
        return "bubblewrap does not work: %s" % e
    return None if done.returncode == 0 else "bubblewrap: %s" % done.stderr.decode()[:200]
