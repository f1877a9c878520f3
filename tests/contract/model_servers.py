"""Small real servers on 127.0.0.1 that speak the vendors' protocols, as their documentation shows them.

Ollama: github.com/ollama/ollama, docs/api.md. OpenAI's: llama.cpp's tools/server/README.md and real answers of it.
Claude: platform.claude.com, Messages API, stop reasons, errors. Each keeps what it was asked.
"""

import json
import re
import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "small"
HELD = 60.0
"""Seconds that a call which is made to wait would wait if nobody ended it."""


@dataclass
class Said:
    """What the model of a server says to every call."""

    text: str = "[]"
    finish: str = "stop"
    prompt_tokens: int | None = 12
    completion_tokens: int | None = 3
    cached_tokens: int | None = None


@dataclass
class Asked:
    """One request, as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Stream:
    """An answer in parts, each of which is sent when it is made."""

    kind: str
    parts: Iterable[bytes]


@dataclass
class Server:
    """A server: what it says can be changed between calls. ``answer`` may replace the protocol altogether."""

    protocol: Callable[["Server", Asked], tuple[int, Any]]
    said: Said = field(default_factory=Said)
    refusal: tuple[int, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    held: threading.Event | None = None
    raw: Callable[[socket.socket], None] | None = None
    asked: list[Asked] = field(default_factory=list)
    waiting: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def chats(self) -> list[Any]:
        """The bodies of the calls to the model, oldest first."""
        return [asked.body for asked in self.asked if isinstance(asked.body, dict) and "messages" in asked.body]


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self) -> None:
        socketserver.TCPServer.server_bind(self)  # HTTPServer's own asks a resolver for the machine's name
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hung up is no news."""


@contextmanager
def running(server: Server, secure: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Serve on a free port, with TLS if a context is given."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle(self) -> None:
            if server.raw is not None:
                head = b"".join(iter(self.rfile.readline, b"\r\n"))
                length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
                self.rfile.read(int(length[1]) if length else 0)  # unread bytes would make closing a reset
                server.asked.append(Asked("", "", {}, None))
                server.waiting.set()
                server.raw(self.connection)
                return
            super().handle()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length)) if length else None
            asked = Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            server.asked.append(asked)
            server.waiting.set()
            if server.held is not None:
                server.held.wait(HELD)
            is_call = isinstance(body, dict) and "messages" in body
            status, answer = server.refusal if server.refusal and is_call else server.protocol(server, asked)
            if isinstance(answer, Stream):
                send_stream(self, server, answer)
                return
            data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in server.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST  # noqa: N815 - the name that http.server looks for

    with _Http(("127.0.0.1", 0), Handler) as http:
        server.port = http.server_address[1]
        if secure is not None:
            http.socket = secure.wrap_socket(http.socket, server_side=True)
        thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            if server.held is not None:
                server.held.set()
            http.shutdown()
            thread.join()


def send_stream(handler: BaseHTTPRequestHandler, server: Server, answer: Stream) -> None:
    """In chunks. ``hung_up`` tells that the client was gone before the last one."""
    handler.send_response(200)
    handler.send_header("Content-Type", answer.kind)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    try:
        for part in answer.parts:
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        handler.wfile.write(b"0\r\n\r\n")
    except OSError:
        server.hung_up.set()
        handler.close_connection = True


def ollama(server: Server, asked: Asked) -> tuple[int, Any]:
    """``/api/show`` states no digest, as in real versions; the list does."""
    if asked.path == "/api/tags":
        return 200, {
            "models": [{"name": f"{MODEL}:latest", "model": f"{MODEL}:latest", "size": 1, "digest": "9f438cb9"}]
        }
    if asked.path not in {"/api/chat", "/api/show"}:
        return 404, b"404 page not found"
    if asked.body["model"] != MODEL:
        return 404, {"error": f"model '{asked.body['model']}' not found"}
    if asked.path == "/api/show":
        return 200, {
            "modelfile": "",
            "template": "",
            "details": {"format": "gguf"},
            "model_info": {"general.parameter_count": 630167424},
        }
    said = server.said
    answer: dict[str, Any] = {
        "model": MODEL,
        "created_at": "2024-12-06T00:46:58.265747Z",
        "message": {"role": "assistant", "content": said.text},
        "done_reason": said.finish,
        "done": True,
        "total_duration": 2254970291,
    }
    if said.prompt_tokens is not None:
        answer |= {"prompt_eval_count": said.prompt_tokens, "eval_count": said.completion_tokens}
    return 200, answer


def llama_cpp(server: Server, asked: Asked) -> tuple[int, Any]:
    """llama.cpp's server, with one model that goes by its name."""
    if asked.path == "/v1/models":
        meta = {"vocab_type": 2, "n_vocab": 151936, "n_params": 630167424, "size": 485452288}
        entry = {"id": MODEL, "object": "model", "created": len(server.asked), "owned_by": "me", "meta": meta}
        return 200, {"object": "list", "data": [entry]}
    if asked.path == "/tokenize":
        return 200, {"tokens": [len(word) for word in asked.body["content"].split()]}
    if asked.path != "/v1/chat/completions":
        return 404, {"error": {"message": "File Not Found", "type": "not_found_error", "code": 404}}
    if asked.body["model"] != MODEL:
        error = {"message": f"The model `{asked.body['model']}` does not exist.", "type": "NotFoundError", "code": 404}
        return 404, {"error": error}
    said = server.said
    answer: dict[str, Any] = {
        "choices": [{"finish_reason": said.finish, "index": 0, "message": {"role": "assistant", "content": said.text}}],
        "created": 1795998240,
        "model": MODEL,
        "object": "chat.completion",
        "id": "chatcmpl-1",
    }
    if said.prompt_tokens is not None:
        answer["usage"] = {
            "completion_tokens": said.completion_tokens,
            "prompt_tokens": said.prompt_tokens,
            "total_tokens": 0,
            "prompt_tokens_details": {"cached_tokens": said.cached_tokens},
        }
    return 200, answer


CLAUDE_STOPS = {"stop": "end_turn", "length": "max_tokens", "other": "refusal"}


def claude(server: Server, asked: Asked) -> tuple[int, Any]:
    """The Messages API: a forced tool is answered with a ``tool_use`` block."""
    if asked.path == f"/v1/models/{MODEL}":
        return 200, {"type": "model", "id": f"{MODEL}-20250929", "created_at": "2025-09-29T00:00:00Z"}
    name = asked.body["model"] if asked.body else asked.path
    if asked.path != "/v1/messages" or name != MODEL:
        return 404, {"type": "error", "error": {"type": "not_found_error", "message": f"model: {name}"}}
    said = server.said
    content: list[dict[str, Any]] = [{"type": "text", "text": said.text}] if said.text else []
    stop = CLAUDE_STOPS.get(said.finish, said.finish)
    if asked.body.get("tool_choice", {}).get("type") == "tool":
        wrapped = "value" in asked.body["tools"][0]["input_schema"]["properties"]
        value = json.loads(said.text)
        given = {"value": value} if wrapped else value
        content = [{"type": "tool_use", "id": "toolu_1", "name": asked.body["tool_choice"]["name"], "input": given}]
        stop = "tool_use"
    answer: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
    }
    if said.prompt_tokens is not None:
        cached = said.cached_tokens or 0
        answer["usage"] = {
            "input_tokens": said.prompt_tokens - cached,
            "cache_read_input_tokens": cached,
            "cache_creation_input_tokens": 0,
            "output_tokens": said.completion_tokens,
        }
    return 200, answer
