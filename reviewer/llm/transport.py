"""The one place where HTTP clients are made: no proxies from the environment, no redirects, one deadline a call.

Everything that is sent to a model goes through ``HttpCalls.send``; the route was checked before (``route_to``), and the
connection goes to the route's addresses whatever a URL or a resolver says later. All of that holds for answers that are
read while they are written, too.
"""

import json
import random
import ssl
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import certifi
import httpcore
import httpx

from reviewer.errors import BackendError, SovereigntyError
from reviewer.json_text import BadJson, read_json
from reviewer.llm import faults
from reviewer.llm.faults import Answer
from reviewer.llm.route import Route
from reviewer.llm.sockets import Closed, OpenSockets, PinnedNetwork
from reviewer.llm.streams import STREAMS, Growing, Into, grow
from reviewer.sovereignty import Resolver, system_resolver

MAX_REPLY_BYTES = 32 * 1024 * 1024
"""A longer answer is none of ours: a reply of 100,000 tokens is under 1 MB."""

BUSY = frozenset({429, 503, 529})
"""Statuses that pass (RFC 9110 §15.6.4, RFC 6585 §4; 529: platform.claude.com, errors)."""

ATTEMPTS = 6
"""Most times that one call is sent while the server says when to come again."""

UNTOLD = 3
"""Most times that a busy server which does not say when is asked again: about 3.5 s in all."""


def backoff(attempt: int, jitter: float) -> float:
    """Seconds before a further attempt: 0.5, 1, 2 … times 0.5 to 1.5, so that callers do not come back together.

    ``jitter`` is from 0 to 1.
    """
    return 0.5 * 2.0**attempt * (0.5 + jitter)


class HttpCalls:
    """JSON calls to one server. Safe to use from several threads at once."""

    def __init__(
        self, route: Route, headers: Mapping[str, str] | None = None, resolve: Resolver = system_resolver
    ) -> None:
        self.where = route.shown
        self._route = route
        self._sockets = OpenSockets()
        self._client = httpx.Client(
            transport=_Transport(route, PinnedNetwork(route, self._sockets, resolve)),
            headers={"accept": "application/json", "accept-encoding": "identity", **(headers or {})},
            auth=route.login,
            trust_env=False,
            follow_redirects=False,
        )

    def send(self, method: str, path: str, body: object | None, timeout: float, into: Into | None = None) -> Answer:
        """One call; ``timeout`` is for all of it, in seconds. Every status but a redirect is an answer.

        With ``into``, an answer that comes piece by piece is read into what that makes, and its connection is closed as
        soon as its watch ends it. An answer in one piece is read as without.

        A busy server is asked again where the call's own time allows it: after the time that it names (``Retry-After``
        in seconds), else after ``backoff``, at most ``UNTOLD`` times. An answer that breaks off is asked for once
        more.

        Raises:
            BackendError: ``unreachable``, ``broken-off``, ``timeout``, ``bad-reply``, ``closed``.
            SovereigntyError: ``redirect``: the server points elsewhere.
        """
        call = _Call(method, path, body, into)
        end = time.monotonic() + timeout
        for attempt in range(ATTEMPTS - 1):
            answer = self._whole(call, (end, timeout))
            told = answer.retry_after
            if told is None and attempt >= UNTOLD:
                return answer
            wait = backoff(attempt, random.random()) if told is None else told  # noqa: S311 - jitter is no secret
            if answer.status not in BUSY or time.monotonic() + wait >= end:
                return answer
            if self._sockets.pause(wait):
                raise faults.closed()
        return self._whole(call, (end, timeout))

    def _whole(self, call: "_Call", limit: tuple[float, float]) -> Answer:
        """One answer; one that breaks off is no sign that the server is gone. ``limit``: the call's end and time."""
        end, timeout = limit
        try:
            return self._once(call, (end - time.monotonic(), timeout))
        except BackendError as error:
            if error.code != "broken-off" or time.monotonic() >= end:
                raise
        return self._once(call, (end - time.monotonic(), timeout))

    def _once(self, call: "_Call", seconds: tuple[float, float]) -> Answer:
        """``seconds``: what is left of the call's time, and all of it."""
        left, timeout = seconds
        try:
            return self._sent(call, max(left, 0.001))
        except (
            httpcore.TimeoutException,
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpx.HTTPError,
            Closed,
        ) as error:
            raise self._fault(error, timeout) from error

    def close(self) -> int:
        """End all calls, in whatever thread, and refuse further ones. Returns how many were under way."""
        return self._sockets.shut()

    def _sent(self, call: "_Call", timeout: float) -> Answer:
        if self._sockets.closed:
            raise Closed
        request = self._client.build_request(
            call.method, self._route.origin + call.path, content=call.content, headers=call.headers, timeout=timeout
        )
        response = self._client.send(request, stream=True)
        try:
            if 300 <= response.status_code < 400:
                raise self._redirected(response)
            if call.into is not None and response.status_code == 200 and _is_stream(response):
                return self._grown(call.into(), response)
            body_read = self._body(response)
            if self._sockets.closed:  # an answer that ends with its connection would pass for a whole one
                raise Closed
            return Answer(response.status_code, _json(body_read), _seconds(response.headers.get("retry-after", "")))
        finally:
            response.close()

    def _grown(self, reply: Growing, response: httpx.Response) -> Answer:
        try:
            error = grow(reply, self._parts(response))
        except BadJson as broken:
            raise faults.bad_reply(self.where, "sent a part of an answer that is no JSON") from broken
        if error is not None:
            return Answer(500, error)
        if reply.cut is None:
            if self._sockets.closed:
                raise Closed
            if not reply.complete:
                raise faults.broken_off(self.where)
        return Answer(200, reply.answer(), watched=True, cut=reply.cut)

    def _body(self, response: httpx.Response) -> bytes:
        return b"".join(self._parts(response))

    def _parts(self, response: httpx.Response) -> Iterator[bytes]:
        size = 0
        for part in response.iter_raw():
            size += len(part)
            if size > MAX_REPLY_BYTES:
                raise faults.bad_reply(self.where, f"sent more than {MAX_REPLY_BYTES} bytes")
            yield part

    def _redirected(self, response: httpx.Response) -> SovereigntyError:
        return SovereigntyError(
            "redirect",
            f"{self.where} answered HTTP {response.status_code}, a redirect: not followed, nothing was sent there",
            "name the server that answers itself as llm.endpoint",
        )

    def _fault(self, error: Exception, timeout: float) -> BackendError:
        if self._sockets.closed:
            return faults.closed()
        if isinstance(error, httpcore.TimeoutException):
            return faults.timed_out(self.where, timeout)
        if isinstance(error, httpcore.ConnectError):
            return faults.unreachable(self.where, f"cannot be reached: {error}")
        if isinstance(error, httpcore.NetworkError) or "closed" in str(error) or "disconnected" in str(error):
            return faults.broken_off(self.where)
        return faults.bad_reply(self.where, "did not answer in HTTP")


@dataclass(frozen=True, slots=True)
class _Call:
    """What is sent, and where the answer goes that comes piece by piece."""

    method: str
    path: str
    body: object | None
    into: Into | None

    @property
    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(self.body, ensure_ascii=False).encode("utf-8", "replace")

    @property
    def headers(self) -> dict[str, str]:
        given = {} if self.body is None else {"content-type": "application/json"}
        return given if self.into is None else given | {"accept": ", ".join(("application/json", *STREAMS))}


class _Transport(httpx.BaseTransport):
    """httpx on top of a connection pool with our own network."""

    def __init__(self, route: Route, network: httpcore.NetworkBackend) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=_trust() if route.scheme == "https" else None,
            max_connections=None,
            max_keepalive_connections=0,
            network_backend=network,
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answered = self._pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.read(),
                extensions=request.extensions,
            )
        )
        return httpx.Response(answered.status, headers=answered.headers, stream=_Body(answered))

    def close(self) -> None:
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, answered: httpcore.Response) -> None:
        self._answered = answered

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answered.iter_stream()

    def close(self) -> None:
        self._answered.close()


def _trust() -> ssl.SSLContext:
    """The machine's certificate authorities and the common public ones."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _is_stream(response: httpx.Response) -> bool:
    return str(response.headers.get("content-type", "")).partition(";")[0].strip().lower() in STREAMS


def _json(body: bytes) -> Any:
    try:
        return read_json(body)
    except BadJson:
        return None


def _seconds(retry_after: str) -> float | None:
    """The whole seconds that a server asks for; a date is not read (RFC 9110 §10.2.3)."""
    return float(retry_after) if retry_after.isascii() and retry_after.isdigit() else None
