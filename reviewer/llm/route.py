"""Where calls may go: the rule of ``reviewer.sovereignty`` applied to one endpoint, once, before a socket is opened."""

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import httpx

from reviewer.config import LLMConfig
from reviewer.endpoint import refuse_secrets
from reviewer.errors import UserError
from reviewer.hosts import DEFAULT_PORTS, Address, host_of, place_of
from reviewer.sovereignty import Resolver, require_local, without_secrets

_BRACKETS = re.compile(r"(?:.*@)?(?:\[[^\[\]]*\](?::[0-9]*)?|[^\[\]]*)")
"""Brackets hold the whole host: ``[::1]extra:1`` is none, though ``urlsplit`` reads ``::1``."""


@dataclass(frozen=True, slots=True)
class Route:
    """One server. ``addresses`` are those that were checked; calls go to no other.

    They are empty for a host that the user named as allowed (or for any host without strict sovereignty): its name is
    resolved when connecting. ``login`` is user and password. ``socket_path`` is a server of this process, reached
    without a network; ``label`` is what messages call it.
    """

    scheme: str
    host: str
    port: int
    path: str = ""
    addresses: tuple[str, ...] = ()
    login: tuple[str, str] | None = None
    socket_path: str = ""
    label: str = ""

    @property
    def origin(self) -> str:
        """Scheme, host and port, without user and password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def shown(self) -> str:
        """The endpoint as messages and records name it: no user, no password, no query."""
        return self.label or self.origin + self.path


def route_to(endpoint: str, config: LLMConfig, resolve: Resolver) -> Route:
    """The way to an endpoint, if text may be sent there.

    The resolver is asked once: what it answers is what is checked and what is connected to, so that a second, other
    answer cannot redirect text (DNS rebinding).

    Raises:
        UserError: ``bad-endpoint``, ``secret-in-endpoint``.
        SovereigntyError: ``remote-host``.
    """
    parts = _parts(endpoint)
    answers: dict[str, tuple[str, ...]] = {}

    def remembered(host: str) -> tuple[str, ...]:
        answers[host] = tuple(sorted(set(resolve(host)), key=lambda address: (":" in address, address)))
        return answers[host]

    if config.strict_sovereign:
        require_local(endpoint, config.allowed_hosts, remembered)
    host, literal = _same_host_for_all(endpoint, parts)
    refuse_secrets(config.model_copy(update={"endpoint": endpoint}))
    return Route(
        scheme=parts.scheme,
        host=host,
        port=parts.port or DEFAULT_PORTS[parts.scheme],
        path=parts.path.rstrip("/"),
        addresses=literal or next(iter(answers.values()), ()),
    )


def _parts(endpoint: str) -> SplitResult:
    try:
        parts = urlsplit(endpoint)
        usable = parts.scheme in DEFAULT_PORTS and bool(parts.hostname) and parts.port != 0
        usable = usable and _BRACKETS.fullmatch(parts.netloc) is not None
    except ValueError:
        usable = False
    if not usable:
        shown = without_secrets(endpoint)
        raise UserError("bad-endpoint", f"the endpoint {shown!r} is no http or https URL", _written_right(shown))
    return parts


def _written_right(shown: str) -> str:
    """What to do about an endpoint that is no URL: the most frequent slip is to leave out ``http://``."""
    meant = f"http://{shown.removeprefix('//')}"
    try:
        parts = urlsplit(meant)
        plain = parts.port is not None or "." in (parts.hostname or "") or parts.hostname == "localhost"
        plain = plain and parts.port != 0 and host_of(parts.hostname or "") is not None and ":/" not in shown
    except ValueError:
        plain = False
    example = meant if plain else "http://127.0.0.1:11434"
    return f"{'did you mean' if plain else 'for example:'} --endpoint {example}{'?' if plain else ''}"


def _same_host_for_all(endpoint: str, parts: SplitResult) -> tuple[str, tuple[str, ...]]:
    """The host as it is sent and its address where it is one, if the program that connects reads it as we did.

    An address in another form than the usual one is connected to as what it was compared as. A zone is for connecting
    only (RFC 6874).
    """
    host = parts.hostname or ""
    found = host_of(f"[{host}]" if ":" in host else host)
    place = place_of(endpoint)
    if found is None or place is None or place.host != found:
        raise _differing(endpoint)
    if isinstance(found, Address):
        return str(found).partition("%")[0], (str(found),)
    try:
        connected = httpx.URL(endpoint).raw_host.decode("ascii").lower()
    except (httpx.InvalidURL, UnicodeError):
        connected = ""
    if connected.removesuffix(".") != found:
        raise _differing(endpoint)
    return connected, ()


def _differing(endpoint: str) -> UserError:
    return UserError(
        "bad-endpoint",
        f"programs may differ about the host in the endpoint {without_secrets(endpoint)!r}",
        "write the host as a plain name or address",
    )
