#!/usr/bin/python3
"""A scripted model server, for tests: chat completions and messages on loopback, answers from a file.

usage: model.py --scenario FILE --port-file FILE [--record FILE] [--handoff FOLDER [--kept FOLDER]] [--tls PEM]

The port is free, chosen by the kernel, and written to --port-file once the server
listens (the file appears whole). The server exits when its standard input closes, so
it never outlives the test that started it.

A request that says "stream": true gets its canned answer as server-sent events of its format,
PIECE characters an event. With --tls the server speaks https, with the key and certificate in PEM.
As a proxy it answers what it is asked to pass on.

A path that ends in /messages is answered in that format, and refused as the real one does
without max_tokens or the anthropic-version header; any other is a chat completion.

The scenario is a JSON list of responses. A request takes the first response, in the
order of the file, that still has uses left and whose "match" (a substring of the
prompt's text) fits. Fields of a response, all optional:

  match       substring of the messages' text; without it any request fits
  with        name of a parameter the request has
  times       how often it may be used; default 1, 0: for ever
  status      default 200
  headers     {"Name": "value"}
  answer      text of a canned answer (the usual response)
  usage       [prompt tokens, completion tokens] of it; default [10, 5]
  finish      its finish_reason, default "stop"; as a message "stop" and "length" become
              "end_turn" and "max_tokens"
  body        the whole body instead: text, or an object that is written as JSON
  delay_ms    wait before answering
  huge        this many bytes of "x" as the body
  redirect    status 307 (unless given) and a Location; "PORT" in it is our port
  whole       true: not as a stream, though it was asked for
  piece       characters of one event of a stream, default 16
  piece_ms    wait after each event of a stream
  hold        [text, file]: of a stream, the event that completes the text is the last one
              until the file exists
  unended     true: a stream without the events that end and count it
  drop_after  close the connection after this many bytes of the body
  stall_after send this many bytes of the body, then nothing, keeping it open

When nothing fits the answer is 404 with a message that says so. With --record every
request is appended to the file as a JSON line: path, headers, body, the index of the
response (-1: none), and how many requests were being answered then ("active"). With --handoff a request that no response fits is written to
FOLDER/N.request.json, and the text of FOLDER/N.answer.txt, once somebody wrote it,
is the answer, counted as a token for every four characters: a person can play the model. With --kept what that
person answered earlier (such pairs of files) answers the same question and one that is much like it.
"""

import argparse
import difflib
import glob
import json
import os
import re
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CHUNK = 65536


class Scenario:
    """The responses and how often each was used; shared by the threads of the server."""

    def __init__(self, responses, record, handoff, kept):
        self.left = [r.get("times", 1) or float("inf") for r in responses]
        self.responses = responses
        self.record = record
        self.handoff = handoff
        self.kept = list(pairs_of(kept)) if kept else []
        self.lock = threading.Lock()
        self.handed = 0
        self.active = 0  # requests that are being answered just now

    def take(self, body):
        """Index of the response for this request, or -1."""
        prompt = prompt_of(body)
        with self.lock:
            for i, response in enumerate(self.responses):
                fits = response.get("match", "") in prompt and response.get("with", "") in ["", *body]
                if self.left[i] > 0 and fits:
                    self.left[i] -= 1
                    return i
        return -1

    def count(self, step):
        with self.lock:
            self.active += step

    def note(self, entry):
        if not self.record:
            return
        entry["active"] = self.active
        with self.lock, open(self.record, "a", encoding="utf-8") as f:
            f.write(json.dumps(entry) + "\n")

    def ask_a_person(self, body):
        """Hand the request over as a file and wait for the file with the answer."""
        with self.lock:
            self.handed += 1
            name = os.path.join(self.handoff, str(self.handed))
        write_whole(name + ".request.json", json.dumps(body, indent=1, ensure_ascii=False))
        known = kept_answer(body, self.kept)
        if known:
            write_whole(name + ".answer.txt", known)
        while not os.path.exists(name + ".answer.txt"):
            time.sleep(0.2)
        with open(name + ".answer.txt", encoding="utf-8") as f:
            answer = f.read()
        usage = [len(prompt_of(body)) // 4 + 1, len(answer) // 4 + 1]
        return {"answer": answer, "usage": usage}


ALIKE = 0.6     # of what two questions show: below it they are about something else


def pairs_of(folder):
    """The questions and answers that are kept in a folder."""
    for path in sorted(glob.glob(os.path.join(folder, "*.request.json"))):
        with open(path, encoding="utf-8") as asked:
            with open(path.replace(".request.json", ".answer.txt"), encoding="utf-8") as said:
                yield json.load(asked), said.read()


def shown(body):
    """(its first line, what of the run it shows: {name of the block: text})."""
    text = prompt_of(body)
    blocks = dict(re.findall(r"<<<(\w+) [0-9a-f]+>>>\n(.*?)<<<end", text, re.S))
    names = ["test", "before", "after", "output_a", "output_b", "troubles"]
    return text.split("\n", 1)[0], {n: blocks[n] for n in names if n in blocks}


def kept_answer(body, kept):
    """The answer to the kept question that is most like this one, or None. Sides that changed places do so in it."""
    begins, blocks = shown(body)
    best, answer = 0, None
    for question, said in kept:
        start, had = shown(question)
        swapped = had.get("output_a") and had.get("output_a") == blocks.get("output_b")
        if swapped:
            had["output_a"], had["output_b"] = had["output_b"], had["output_a"]
            said = re.sub(r'("answer": *")([AB])"', lambda m: m[1] + "BA"["AB".index(m[2])] + '"', said)
        texts = ["".join(b[n] for n in sorted(b)) for b in (had, blocks)]
        ratio = difflib.SequenceMatcher(None, *texts, autojunk=False).ratio()
        if start == begins and ratio > best:
            best, answer = ratio, said
    return answer if best >= ALIKE else None


def wait_for(path):
    """At most two minutes; the other side has deadlines of its own."""
    for _ in range(1200):
        if os.path.exists(path):
            return
        time.sleep(0.1)


def write_whole(path, text):
    """A file that is there is complete."""
    with open(path + ".new", "w", encoding="utf-8") as f:
        f.write(text)
    os.rename(path + ".new", path)


def prompt_of(body):
    """The text of all messages of a request, or its raw text when it is no chat request."""
    def text_of(content):
        return content if isinstance(content, str) else "".join(b["text"] for b in content)

    try:
        texts = [text_of(body["system"])] if "system" in body else []
        return "\n".join(texts + [text_of(m["content"]) for m in body["messages"]])
    except (TypeError, KeyError):
        return str(body)


def chat_answer(response, model):
    tokens_in, tokens_out = response.get("usage", [10, 5])
    return {
        "id": "fake",
        "object": "chat.completion",
        "model": model,
        "choices": [
            {
                "index": 0,
                "finish_reason": response.get("finish", "stop"),
                "message": {"role": "assistant", "content": response.get("answer", "")},
            }
        ],
        "usage": {"prompt_tokens": tokens_in, "completion_tokens": tokens_out},
    }


def message_answer(response, model):
    tokens_in, tokens_out = response.get("usage", [10, 5])
    stops = {"stop": "end_turn", "length": "max_tokens"}
    finish = response.get("finish", "stop")
    return {
        "id": "msg_fake",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [{"type": "text", "text": response.get("answer", "")}],
        "stop_reason": stops.get(finish, finish),
        "usage": {"input_tokens": tokens_in, "output_tokens": tokens_out},
    }


def message_fault(body, headers):
    """What the messages API says about a request that lacks what it insists on, or None."""
    missing = None
    if not headers.get("anthropic-version"):
        missing = "anthropic-version: header is required"
    elif not isinstance(body, dict) or not isinstance(body.get("max_tokens"), int):
        missing = "max_tokens: Field required"
    elif any(m["role"] not in ("user", "assistant") for m in body["messages"]):
        missing = "messages: Unexpected role"
    if not missing:
        return None
    error = {"type": "invalid_request_error", "message": missing}
    return {"status": 400, "body": {"type": "error", "error": error}}


def event(data, name=None):
    head = "event: %s\n" % name if name else ""
    return ("%sdata: %s\n\n" % (head, data if isinstance(data, str) else json.dumps(data))).encode()


def chat_events(response, model):
    """(text so far, bytes) of each event of a chat completion that is streamed."""
    tokens_in, tokens_out = response.get("usage", [10, 5])
    said = ""

    def chunk(delta, finish=None, **more):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return event({"object": "chat.completion.chunk", "model": model, "choices": [choice], **more})

    yield said, chunk({"role": "assistant", "content": ""})
    for piece in pieces_of(response):
        said += piece
        yield said, chunk({"content": piece})
    if response.get("unended"):
        return
    yield said, chunk({}, response.get("finish", "stop"))
    usage = {"prompt_tokens": tokens_in, "completion_tokens": tokens_out}
    yield said, event({"object": "chat.completion.chunk", "choices": [], "usage": usage})
    yield said, event("[DONE]")


def message_events(response, model):
    whole = message_answer(response, model)
    said = ""
    start = dict(whole, content=[], stop_reason=None)
    start["usage"] = dict(whole["usage"], output_tokens=1)
    yield said, event({"type": "message_start", "message": start}, "message_start")
    yield said, event({"type": "ping"}, "ping")
    block = {"type": "text", "text": ""}
    yield said, event(
        {"type": "content_block_start", "index": 0, "content_block": block}, "content_block_start"
    )
    for piece in pieces_of(response):
        said += piece
        delta = {"type": "text_delta", "text": piece}
        yield said, event(
            {"type": "content_block_delta", "index": 0, "delta": delta}, "content_block_delta"
        )
    if response.get("unended"):
        return
    yield said, event(
        {
            "type": "message_delta",
            "delta": {"stop_reason": whole["stop_reason"]},
            "usage": {"output_tokens": whole["usage"]["output_tokens"]},
        },
        "message_delta",
    )
    yield said, event({"type": "message_stop"}, "message_stop")


def pieces_of(response):
    answer, size = response.get("answer", ""), response.get("piece", 16)
    return [answer[i : i + size] for i in range(0, len(answer), size)]


def wants_stream(body, response):
    return (
        isinstance(body, dict)
        and body.get("stream") is True
        and "answer" in response
        and not response.get("whole")
        and response.get("status", 200) == 200
    )


def body_of(response, model, messages):
    if "huge" in response or "redirect" in response:
        return b""
    body = response.get("body")
    if body is None:
        body = message_answer(response, model) if messages else chat_answer(response, model)
    return (body if isinstance(body, str) else json.dumps(body)).encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format, *args):  # the record says more
        pass

    def do_POST(self):
        self.server.scenario.count(+1)
        try:
            self.answer()
        finally:
            self.server.scenario.count(-1)

    def answer(self):
        scenario = self.server.scenario
        raw = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        try:
            body = json.loads(raw)
        except ValueError:
            body = raw.decode("utf-8", "replace")
        messages = self.path.endswith("/messages")
        fault = message_fault(body, self.headers) if messages else None
        index = -1 if fault else scenario.take(body)
        scenario.note(
            {"path": self.path, "headers": dict(self.headers), "body": body, "response": index}
        )
        if fault:
            response = fault
        elif index >= 0:
            response = scenario.responses[index]
        elif scenario.handoff:
            response = scenario.ask_a_person(body)
        else:
            response = {"status": 404, "body": {"error": {"message": "no response fits"}}}
        try:
            model = body.get("model", "") if isinstance(body, dict) else ""
            if wants_stream(body, response):
                events = message_events if messages else chat_events
                self.stream(response, events(response, model))
            else:
                self.respond(response, body_of(response, model, messages))
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def stream(self, response, events):
        time.sleep(response.get("delay_ms", 0) / 1000)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.close_connection = True
        text, path = response.get("hold", [None, None])
        left = response.get("drop_after", response.get("stall_after", float("inf")))
        for said, data in events:
            self.wfile.write(data[: int(min(left, len(data)))])
            self.wfile.flush()
            left -= len(data)
            if left <= 0:
                if "stall_after" in response:
                    self.rfile.read(1)  # until the other side has had enough
                return
            time.sleep(response.get("piece_ms", 0) / 1000)
            if text and text in said:
                text = None
                wait_for(path)

    def respond(self, response, body):
        time.sleep(response.get("delay_ms", 0) / 1000)
        length = response.get("huge", len(body))
        self.send_response(response.get("status", 307 if "redirect" in response else 200))
        self.send_header("Content-Type", "application/json")
        if "huge" not in response:  # a server that announced it would be too easy to refuse
            self.send_header("Content-Length", str(length))
        if "redirect" in response:
            port = str(self.server.server_address[1])
            self.send_header("Location", response["redirect"].replace("PORT", port))
        for name, value in response.get("headers", {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.send_body(response, body)

    def send_body(self, response, body):
        if "huge" in response:
            left = response["huge"]
            while left > 0:
                self.wfile.write(b"x" * min(CHUNK, left))
                left -= CHUNK
            self.close_connection = True
        elif "drop_after" in response:
            self.wfile.write(body[: response["drop_after"]])
            self.close_connection = True
        elif "stall_after" in response:
            self.wfile.write(body[: response["stall_after"]])
            self.wfile.flush()
            self.rfile.read(1)  # until the other side has had enough
            self.close_connection = True
        else:
            self.wfile.write(body)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scenario", required=True)
    parser.add_argument("--port-file", required=True)
    parser.add_argument("--record")
    parser.add_argument("--handoff")
    parser.add_argument("--kept")
    parser.add_argument("--tls")
    args = parser.parse_args()
    with open(args.scenario, encoding="utf-8") as f:
        responses = json.load(f)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if args.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(args.tls)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.scenario = Scenario(responses, args.record, args.handoff, args.kept)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    write_whole(args.port_file, str(server.server_address[1]))
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main()
