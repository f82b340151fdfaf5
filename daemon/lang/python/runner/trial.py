"""The runner's side of a trial: fork, watch, and leave nothing behind."""
import json
import os
import select
import signal
import time

from . import child, confine, lines

RESULT_MAX = 8 << 20
QUIET_S = 0.02      # so long only the end of a test wakes us, not each thing it prints


class Pipes:
    """stdout, stderr and the report of one child. The write ends are the child's."""

    def __init__(self):
        self.read, self.write = [], []
        for _ in range(3):
            r, w = os.pipe()
            os.set_blocking(r, False)
            self.read.append(r)
            self.write.append(w)
        self.write[2] = _moved(self.write[2])
        self.got = [bytearray(), bytearray(), bytearray()]

    def in_child(self):
        """Put the ends where the test expects them; the report's has a number of its own."""
        for fd in self.read:
            os.close(fd)
        for number, fd in ((1, self.write[0]), (2, self.write[1])):
            os.dup2(fd, number)
            os.close(fd)
        return self.write[2]

    def in_parent(self):
        for fd in self.write:
            os.close(fd)

    def read_some(self, which):
        """One read of what is there. False at the end of the stream."""
        try:
            chunk = os.read(self.read[which], 1 << 16)
        except BlockingIOError:
            return True
        self.got[which] += chunk
        return bool(chunk)

    def close(self):
        for fd in self.read:
            os.close(fd)


def _moved(fd):
    try:
        return lines.high(fd)
    finally:
        os.close(fd)


class Watched:
    """A forked child until it is over: how it ended and what it wrote."""

    def __init__(self, pid, pipes, timeout_ms, output_max, chan, lender=None):
        self.pid, self.pipes, self._chan, self._lender = pid, pipes, chan, lender
        self.status = None              # of waitpid
        self.over = None                # "timeout" or "output": we ended it
        self._deadline = time.monotonic() + timeout_ms / 1000
        self._output_max = output_max
        self._open = {fd: i for i, fd in enumerate(pipes.read)}

    def wait(self):
        poll = select.poll()
        life, asker = _pidfd(self.pid), self._chan.watch(poll)
        if life is not None and self._lender is not None:
            _held.append(life)
        if life is not None:
            poll.register(life, select.POLLIN)
            if self._lender is None:
                poll.poll(1000 * max(0, min(QUIET_S, self._deadline - time.monotonic())))
        for fd in self._open:
            poll.register(fd, select.POLLIN)
        if self._lender is not None:
            poll.register(self._lender.fd, select.POLLIN)
        try:
            while self.status is None and self.over is None:
                self._step(poll, life, asker)
        finally:
            if life is not None:
                os.close(life)

    def _step(self, poll, life, asker):
        left = self._deadline - time.monotonic()
        if left <= 0:
            self.over = "timeout"
            return
        # without a pidfd (3.8) the end is noticed by looking
        wait = left if life is not None else min(left, 0.002)
        ready = [fd for fd, _ in poll.poll(wait * 1000 + 1)]
        if asker in ready:
            confine.kill_all(self)      # nobody is there to hear of it
            os._exit(0)
        if self._lender is not None and self._lender.fd in ready and not self._lender.serve(self.pid):
            poll.unregister(self._lender.fd)
            self._lender = None
        for fd in ready:
            if fd in self._open and not self.pipes.read_some(self._open[fd]):
                poll.unregister(fd)
                del self._open[fd]
        if self._too_much():
            self.over = "output"
        elif life is None or life in ready:
            self._look()

    def _look(self):
        try:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
        except ChildProcessError:
            pid, status = self.pid, signal.SIGKILL      # it went with a test that it had run
        if pid:
            self.status = status

    def _too_much(self):
        got = self.pipes.got
        return len(got[0]) + len(got[1]) > self._output_max or len(got[2]) > RESULT_MAX

    def ended(self, pid, status):
        """Some process below the runner is over."""
        if pid == self.pid:
            self.status = status

    def finish(self):
        """Everything it started is dead: take what is left in the pipes."""
        until = time.monotonic() + 1
        for which in self._open.values():
            while not self._too_much() and time.monotonic() < until \
                    and self.pipes.read_some(which):
                pass
        self.pipes.close()
        if self.over is None and self._too_much():
            self.over = "output"


def _pidfd(pid):
    if hasattr(os, "pidfd_open"):
        try:
            return os.pidfd_open(pid)
        except OSError:
            pass
    return None


_held = []      # descriptors of a child that waits for what a second one shows: not for the second


def fork(work, chan, spared=None):
    """Run work(report) in a child, which never returns. -> (its pid, Pipes, word). Somebody has to follow it."""
    pipes = Pipes()
    word = os.urandom(8).hex()
    try:
        pid = os.fork()
    except OSError:
        pipes.in_parent()
        pipes.close()
        raise
    if pid == 0:
        _child(pipes, word, work, chan, spared)
    pipes.in_parent()
    return pid, pipes, word


def in_child_of(work, timeout_ms, output_max, chan, lender=None, spared=None):
    """Fork; run work(report) in the child, which never returns. -> (Watched, word, spoiled).

    lender: what serves the child's requests while it works, a file descriptor, lent() after the fork,
    and serve(pid of the child), false at their end. spared: the child that waits for this one, whose end is not its end.
    """
    return follow(fork(work, chan, spared), timeout_ms, output_max, chan, lender, spared)


def follow(forked, timeout_ms, output_max, chan, lender=None, spared=None):
    """That child, from now on until it is over and nothing of it is left."""
    pid, pipes, word = forked
    watched = Watched(pid, pipes, timeout_ms, output_max, chan, lender)
    if lender is not None:
        lender.lent()
        _held[:] = pipes.read + [lender.fd]
    try:
        watched.wait()
    finally:                # also when what it asked for went wrong here
        if lender is not None:
            _held.clear()
        spoiled = confine.kill_all(watched, spared)
        watched.finish()
    return watched, word, spoiled


def _child(pipes, word, work, chan, spared):
    try:
        report = child.Report(pipes.in_child(), word)
        chan.close()
        for fd in _held:
            os.close(fd)
        confine.in_child(spared)
        try:
            work(report)
        except BaseException as e:          # noqa: B902 - work ends the process: this is ours
            report.end(failed=child.one_line(e))
    finally:
        os._exit(70)


def run(source, work, limit, points, chan, spared=None):
    """work(folder, report), the child's side of one test -> the trial of PROTOCOL.md."""
    folder = confine.make_folder()
    return finish(source, folder, lambda: fork(lambda report: work(folder, report), chan, spared), limit, points, chan, spared)


def finish(source, folder, start, limit, points, chan, spared=None):
    """The trial of the child that start() forks, or lets go on."""
    started = time.monotonic()
    try:
        child.place(source, folder)
        watched, word, spoiled = follow(start(), limit["timeout_ms"], limit["output_kib"] << 10, chan, spared=spared)
    finally:
        dirty = confine.drop_folder(folder)
    trial = _outcome(watched, word, limit, points)
    trial["ms"] = int((time.monotonic() - started) * 1000)
    if spoiled or dirty:
        trial["spoiled"] = spoiled or dirty
    return trial


def _outcome(watched, word, limit, points):
    out, err, _ = watched.pipes.got
    how, hits, warned = read_report(watched, word)
    if how is not None and "failed" in how:
        raise RuntimeError(how["failed"])
    trial = {"status": "ok", "code": 0, "exception": None, "cut": watched.over == "output"}
    if watched.over == "timeout":
        trial["status"] = "timeout"
    elif watched.over == "output":
        trial["status"] = "limit"
    elif how is not None:
        trial.update(how)
    else:
        trial.update(by_status(watched.status))
    room = limit["output_kib"] << 10
    shown = bytes(out[:room])
    trial["stdout"] = _decode(shown)
    trial["stderr"] = _decode(bytes(err[:max(0, room - len(shown))]))
    if watched.over == "output":
        trial["stderr"] += "limit: output limit of %d KiB\n" % limit["output_kib"]
    trial["warnings"] = warned
    if points is not None:
        trial.update(reached([points[i] for i in sorted(hits) if i < len(points)]))
    return trial


def reached(points):
    """Points of cover.py as a trial says them."""
    said = {"covered": {}}
    for path, line, *way in points:
        if way:
            said.setdefault("branches", {}).setdefault(path, []).append([line, way[0], int(way[2])])
        else:
            said["covered"].setdefault(path, []).append(line)
    return said


def by_status(status):
    """It did not say: it left by itself, or died."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU:
            return {"status": "timeout"}
        return {"status": "signal", "code": number}
    return {"status": "exit", "code": os.WEXITSTATUS(status)}


def read_report(watched, word):
    """(how it ended or None, indexes of lines, warnings) from the lines that know the word."""
    how, hits, warned = None, set(), []
    data = bytes(watched.pipes.got[2])
    for line in data.decode("ascii", "replace").split("\n"):
        said = line.split(" ", 2)
        if len(said) != 3 or said[0] != word:
            continue
        try:
            if said[1] == "C":
                hits.add(int(said[2]))
            elif said[1] == "W":
                warned.append(json.loads(said[2]))
            elif said[1] == "R" and how is None:
                how = json.loads(said[2])
        except ValueError:
            continue
    return how, hits, warned


def _decode(data):
    return data.decode("utf-8", "backslashreplace").replace("\0", "\\x00")
