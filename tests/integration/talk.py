#!/usr/bin/python3
"""talk.py SOCKET SCENARIO [ARG...] - clients that nc cannot play. Prints what came back; exits 1 when it is wrong."""
import json
import socket
import sys
import time


def connect(path):
    s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    s.settimeout(20)
    s.connect(path)
    return s


def line(method, ident=1, **params):
    return (json.dumps({"jsonrpc": "2.0", "id": ident, "method": method, "params": params}) + "\n").encode()


def read_lines(s, count):
    """That many whole lines, as objects; fewer when the peer closes."""
    data = b""
    while data.count(b"\n") < count:
        try:
            chunk = s.recv(65536)
        except ConnectionResetError:
            break
        if not chunk:
            break
        data += chunk
    return [json.loads(x) for x in data.split(b"\n") if x]


def expect(truth, what):
    if not truth:
        sys.exit("talk.py: " + what)


def split(path):
    """Two messages, byte by byte."""
    s = connect(path)
    for byte in line("hello", 1) + line("sync", 2):
        s.sendall(bytes([byte]))
    answers = read_lines(s, 2)
    expect([a["id"] for a in answers] == [1, 2], "answers %r" % answers)


def together(path):
    """Many messages in one write, answered in order."""
    s = connect(path)
    s.sendall(b"".join(line("hello", i) for i in range(200)))
    answers = read_lines(s, 200)
    expect([a["id"] for a in answers] == list(range(200)), "wrong order or count")


def big(path):
    """A message just under the limit is answered; one over it ends the connection with an error."""
    s = connect(path)
    s.sendall(line("hello", 1, padding="x" * (8 * 1024 * 1024 - 200)))
    expect(read_lines(s, 1)[0]["result"]["name"] == "torad", "under the limit")
    try:
        s.sendall(b"x" * (9 * 1024 * 1024))
    except (BrokenPipeError, ConnectionResetError):
        pass
    answers = read_lines(s, 2)
    expect(answers and answers[0]["error"]["code"] == -32002, "over the limit: %r" % answers)


def slow(path):
    """A client that never reads is dropped; others are served all the while."""
    s = connect(path)
    s.settimeout(1)
    sent = 0
    try:
        while sent < 100000:
            s.sendall(line("hello", sent) * 100)
            sent += 100
            if sent % 2000 == 0:
                began = time.monotonic()
                other = connect(path)
                other.sendall(line("hello", 1))
                expect(read_lines(other, 1), "another client was not served")
                expect(time.monotonic() - began < 2, "another client had to wait")
    except (BrokenPipeError, ConnectionResetError, socket.timeout):
        pass
    expect(sent < 100000, "never dropped")
    deadline = time.monotonic() + 30  # what the kernel still holds, then the end
    s.settimeout(30)
    while time.monotonic() < deadline:
        try:
            if not s.recv(1 << 20):
                return
        except ConnectionResetError:
            return
    sys.exit("talk.py: still connected")


def crowd(path):
    """The 65th client is told so; when one leaves there is room again."""
    clients = []
    for _ in range(64):
        s = connect(path)
        s.sendall(line("hello"))
        expect(read_lines(s, 1), "one of 64 was not served")
        clients.append(s)
    extra = connect(path)
    expect(read_lines(extra, 1)[0]["error"]["code"] == -32003, "the 65th was served")
    clients.pop().close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        s = connect(path)
        try:
            s.sendall(line("hello"))
            answer = read_lines(s, 1)
        except (BrokenPipeError, ConnectionResetError):  # it was told that there is no room, and that was all
            continue
        if answer and "result" in answer[0]:
            return
    sys.exit("talk.py: no room after one left")


def events(path, since, until, *rest):
    """Subscribe since SINCE, print events until one of kind UNTIL; with `new` in REST only new ones."""
    s = connect(path)
    params = {} if "new" in rest else {"since": int(since)}
    s.sendall(line("subscribe", 1, **params))
    data = b""
    while True:
        while b"\n" not in data:
            chunk = s.recv(65536)
            if not chunk:
                sys.exit("talk.py: closed")
            data += chunk
        one, data = data.split(b"\n", 1)
        message = json.loads(one)
        print(json.dumps(message.get("params", message.get("result"))), flush=True)
        if message.get("method") == "event" and message["params"]["kind"] == until:
            return


def leave(path, method, params):
    """Send a request and close at once, as a hook that does not wait does."""
    s = connect(path)
    s.sendall(line(method, 1, **json.loads(params)))
    s.close()


SCENARIOS = {f.__name__: f for f in (split, together, big, slow, crowd, events, leave)}

if __name__ == "__main__":
    SCENARIOS[sys.argv[2]](sys.argv[1], *sys.argv[3:])
