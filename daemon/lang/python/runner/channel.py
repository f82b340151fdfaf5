"""JSON lines in and out, on descriptors that are out of reach of what is loaded later."""
import io
import json
import os
import select

from .lines import high, write_all

LINE_MAX = 8 << 20


class Channel:
    def __init__(self):
        """Take over descriptors 0 and 1, and leave /dev/null in their places and in 2's.

        2 is kept too: the runner's own last words, if it ever has some, belong in the log.
        """
        self._in, self._out, self.log = high(0), high(1), high(2)
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        if null > 2:
            os.close(null)
        # It reads into a place of its own: how the bytes of requests came moves nothing among the objects of tests.
        self._requests = io.BufferedReader(io.FileIO(self._in, closefd=False), 1 << 16)

    def close(self):
        """In a forked child, before anything of the code under test runs."""
        for fd in (self._in, self._out, self.log):
            os.close(fd)

    def watch(self, poll):
        """Let `poll` wake when the asking side is gone. -> the descriptor it will name."""
        poll.register(self._in, 0)      # hang-up is reported whether asked for or not
        return self._in

    def is_gone(self):
        poll = select.poll()
        self.watch(poll)
        return bool(poll.poll(0))

    def read(self):
        """The next request as a dict; None at the end of the input. ValueError: not a request."""
        line = self._requests.readline(LINE_MAX)
        if not line.endswith(b"\n"):
            if len(line) == LINE_MAX:
                raise SystemExit("a request is longer than %d bytes" % LINE_MAX)
            return None
        request = json.loads(line.decode("utf-8"))
        if not isinstance(request, dict):
            raise ValueError("a request is an object")
        return request

    def write(self, answer):
        data = json.dumps(answer, separators=(",", ":")).encode("ascii")
        if len(data) > LINE_MAX:
            data = json.dumps({"id": answer.get("id"), "ok": False,
                               "error": "the answer is longer than 8 MiB"}).encode("ascii")
        write_all(self._out, data + b"\n")
