"""Who may be sent text: this machine, and hosts that the user named. The one place of the rule (DESIGN §7).

A host is local when every address it resolves to is a loopback address. What two programs could read differently is
never local: numbers that are no canonical address (``2130706433``, ``127.1``, ``0177.0.0.1``), backslashes, escapes,
white space, non-ASCII hosts. ``0.0.0.0`` and ``::`` are not loopback. A client that must not trust the resolver (it is
asked again when the client connects) uses ``127.0.0.1`` or ``::1``.

A host that the user allowed is compared as ``reviewer.hosts`` reads it: however it is written, there and in the URL.
"""

import ipaddress
import re
import socket
from collections.abc import Callable, Collection
from urllib.parse import urlsplit

from reviewer.errors import SovereigntyError
from reviewer.hosts import NUMERIC, host_of, is_named, place_of

Resolver = Callable[[str], Collection[str]]
"""Addresses of a host name; raises OSError when it has none."""

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*")
_SUSPECT = re.compile(r"[\\%\s\x00-\x1f\x7f]|[^\x00-\x7f]")


def system_resolver(host: str) -> Collection[str]:
    """Addresses as the system's resolver gives them (``socket.getaddrinfo``)."""
    return {str(entry[4][0]) for entry in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}


def is_loopback(url: str, resolve: Resolver = system_resolver) -> bool:
    """True when whatever is sent to this http(s) URL stays on this machine. Never raises."""
    host = _host(url)
    if host is None:
        return False
    literal = _address(host)
    if literal is not None:
        return _is_loopback_address(literal)
    if NUMERIC.fullmatch(host):
        return False
    try:
        addresses = [_address(found) for found in resolve(host)]
    except (OSError, UnicodeError):
        return False
    return bool(addresses) and all(a is not None and _is_loopback_address(a) for a in addresses)


def may_receive_text(url: str, allowed_hosts: Collection[str], resolve: Resolver = system_resolver) -> bool:
    """True for loopback, and for a host (``name`` or ``name:port``) that the user allowed. Never raises."""
    return _is_allowed(url, allowed_hosts) or is_loopback(url, resolve)


def require_local(url: str, allowed_hosts: Collection[str], resolve: Resolver = system_resolver) -> None:
    """Refuse a URL that is neither loopback nor allowed, before a byte is sent.

    Raises:
        SovereigntyError: ``remote-host``, naming the host.
    """
    if may_receive_text(url, allowed_hosts, resolve):
        return
    raise _remote(url)


def without_secrets(url: str) -> str:
    """A URL as it may be shown, however malformed: without user and password, query and fragment. Never raises."""
    scheme, separator, rest = url.partition("://")
    if not _SCHEME.fullmatch(scheme) or not separator:
        scheme, separator, rest = "", "", url
    before, _, shown = rest.rpartition("@")
    if not {"?", "#"}.isdisjoint(before):  # the sign may be the end of a password, or stand in a query
        return f"{scheme}{separator}…"
    return scheme + separator + re.split(r"[?#]", shown, maxsplit=1)[0]


def _remote(url: str) -> SovereigntyError:
    host, place = _host(url), place_of(url)
    if place is None:
        return SovereigntyError(
            "remote-host",
            f"{without_secrets(url)!r} names no host that all programs read alike: no text was sent there",
            "write it as http://HOST:PORT with a plain name or address, for example http://127.0.0.1:11434",
        )
    host = host or str(place.host)
    return SovereigntyError(
        "remote-host",
        f"{host!r} is not this machine: no text of the document was sent there",
        f"use a server on 127.0.0.1, or allow the host: --set llm.allowed_hosts={host}",
    )


def _is_allowed(url: str, allowed_hosts: Collection[str]) -> bool:
    place = place_of(url)
    return place is not None and is_named(place, allowed_hosts)


def _host(url: str) -> str | None:
    """The host in lower case, or None where the URL is not plain http(s) or programs may differ about its host.

    Both readings must agree: ``urlsplit`` takes ``[::1]extra:1`` for ``::1``, and drops line ends.
    """
    place = place_of(url)
    if place is None or _SUSPECT.search(url.split("?", 1)[0]):
        return None
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    return host if host_of(f"[{host}]" if ":" in host else host) == place.host else None


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback_address(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback
