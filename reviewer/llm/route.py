"""Where calls may go: the rule of ``reviewer.sovereignty`` applied to one endpoint, once, before a socket is opened."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

import httpx

from reviewer.config import LLMConfig
from reviewer.errors import UserError
from reviewer.sovereignty import Resolver, require_local

DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Route:
    """One server. ``addresses`` are those that were checked; calls go to no other.

    They are empty for a host that the user named as allowed (or for any host without strict sovereignty): its name is
    resolved when connecting. ``socket_path`` is a server of this process, reached without a network; ``label`` is what
    messages call it.
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
        UserError: ``bad-endpoint``.
        SovereigntyError: ``remote-host``.
    """
    parts = _parts(endpoint)
    answers: dict[str, tuple[str, ...]] = {}

    def remembered(host: str) -> tuple[str, ...]:
        answers[host] = tuple(sorted(set(resolve(host)), key=lambda address: (":" in address, address)))
        return answers[host]

    if config.strict_sovereign:
        require_local(endpoint, config.allowed_hosts, remembered)
    host = _same_host_for_all(endpoint, parts)
    login = (unquote(parts.username or ""), unquote(parts.password or "")) if "@" in parts.netloc else None
    return Route(
        scheme=parts.scheme,
        host=host,
        port=parts.port or DEFAULT_PORTS[parts.scheme],
        path=parts.path.rstrip("/"),
        addresses=answers.get(host, ()) or _literal(host),
        login=login,
    )


def _parts(endpoint: str) -> SplitResult:
    try:
        parts = urlsplit(endpoint)
        usable = parts.scheme in DEFAULT_PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise UserError(
            "bad-endpoint",
            f"the endpoint {_without_login(endpoint)!r} is no http or https URL",
            "for example: --endpoint http://127.0.0.1:11434",
        )
    return parts


def _same_host_for_all(endpoint: str, parts: SplitResult) -> str:
    """The host, if the program that connects reads it as the program that checked did."""
    host = parts.hostname or ""
    try:
        connected = httpx.URL(endpoint).host
    except httpx.InvalidURL:
        connected = ""
    if connected.lower() != host or not host.isascii() or "\\" in endpoint:
        raise UserError(
            "bad-endpoint",
            f"programs may differ about the host in the endpoint {_without_login(endpoint)!r}",
            "write the host as a plain name or address",
        )
    return host


def _literal(host: str) -> tuple[str, ...]:
    try:
        return (str(ipaddress.ip_address(host)),)
    except ValueError:
        return ()


def _without_login(endpoint: str) -> str:
    """The URL as given, but for what stands before its last ``@`` (a password may)."""
    scheme, separator, rest = endpoint.partition("://")
    return scheme + separator + rest.rpartition("@")[2] if separator else endpoint.rpartition("@")[2]
