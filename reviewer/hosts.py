"""One reading of the hosts that people write, so that two ways to write one host are equal. Nothing is looked up.

An address is an address however it is written: ``[::1]``, ``0:0:0:0:0:0:0:1`` and ``0::1``; ``192.0.2.7``,
``3221225991``, ``0xc0000207``, ``192.512.7`` and ``::ffff:192.0.2.7``. A zone (``fe80::1%eth0``, in a URL
``fe80::1%25eth0``) is part of it. A name is compared as DNS does: without regard to case and to a dot at its end, and
in its ASCII form (``bücher.example`` is ``xn--bcher-kva.example``).

What programs read differently is no host at all: numbers with leading zeros (octal for some), international names with
a letter that the standards (IDNA 2003, IDNA 2008, UTS 46) map differently, or that the oldest of them does not know.
Such a name can be written in its ASCII form.
"""

import ipaddress
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NUMBER = r"(?:0x[0-9a-f]*|[0-9]+)"
NUMERIC = re.compile(rf"{_NUMBER}(\.{_NUMBER})*\.?", re.IGNORECASE)
"""Hosts that some program reads as an address."""

_URL = re.compile(
    r"(?i)(?P<scheme>https?)://(?:[^\\%\s@/?#]*@)?(?P<host>\[[^\[\]\\\s@/?#]+\]|[^\[\]\\%\s@/?#:]+)"
    r"(?::(?P<port>[0-9]{1,5}))?(?:[/?#][^\\\s]*)?"
)
_ZONE = re.compile(r"[A-Za-z0-9._~-]+")
_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_PORT = re.compile(r"[0-9]{1,5}")
_OLD = unicodedata.ucd_3_2_0
"""The Unicode that IDNA 2003 is made for."""

_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5")
"""Letters without a shape, which UTS 46 maps away and IDNA 2003 keeps."""

DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a URL points, or what an allowed host names. ``port`` is None where any is meant."""

    host: Address | str
    port: int | None


def place_of(url: str) -> Place | None:
    """Host and port of an http(s) URL; None where it is none, or programs may differ about its host. Never raises."""
    found = _URL.fullmatch(url)
    if found is None or not url.isprintable():
        return None
    host = host_of(found["host"])
    port = _port(found["port"]) if found["port"] else DEFAULT_PORTS[found["scheme"].lower()]
    return Place(host, port) if host is not None and port is not None else None


def is_named(place: Place, allowed: Collection[str]) -> bool:
    """Whether one of the hosts (``name``, ``name:port``, ``address``, ``[address]:port``) is the place's."""
    named = [found for text in allowed if (found := named_host(text)) is not None]
    return any(found.host == place.host and found.port in {None, place.port} for found in named)


def named_host(text: str) -> Place | None:
    """A host as a configuration names it; None where it is none. Without brackets all of ``a:b:c`` is an address."""
    text = text.strip()
    host, colon, port = text, "", ""
    if text.startswith("["):
        host, close, rest = text.partition("]")
        host, colon, port = host + close, rest[:1], rest[1:]
    elif text.count(":") == 1:
        host, colon, port = text.partition(":")
    found, number = host_of(host), _port(port)
    if found is None or (colon and (colon != ":" or number is None)):
        return None
    return Place(found, number)


def _port(text: str) -> int | None:
    return int(text) if _PORT.fullmatch(text) and 0 < int(text) < 65536 else None


def host_of(host: str) -> Address | str | None:
    """A host as it compares: an address, or a name in lower case and ASCII; None for what is neither. Never raises."""
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if ":" in bare:
        return _ipv6(bare)
    if bare != host:
        return None
    return _ipv4(bare) if NUMERIC.fullmatch(bare) else _name(bare)


def _ipv6(text: str) -> Address | None:
    written, percent, zone = text.partition("%")
    zone = zone.removeprefix("25")  # RFC 6874: in a URL the sign itself is escaped
    if percent and not _ZONE.fullmatch(zone):
        return None
    try:
        address = ipaddress.IPv6Address(f"{written}{percent}{zone}")
    except ValueError:
        return None
    return address.ipv4_mapped if address.ipv4_mapped is not None and not zone else address


def _ipv4(text: str) -> Address | None:
    """Up to four numbers, of which the last fills what is left, as ``inet_aton`` reads them; none in octal."""
    numbers = [_number(part) for part in text.split(".")]
    if None in numbers or len(numbers) > 4:
        return None
    *first, last = [number for number in numbers if number is not None]
    if any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
        return None
    value = sum(number << 8 * (3 - place) for place, number in enumerate(first)) + last
    return ipaddress.IPv4Address(value)


def _number(text: str) -> int | None:
    if text[:2].lower() == "0x":
        return int(text[2:], 16) if 2 < len(text) <= 10 else None
    if not text or len(text) > 10 or (text[0] == "0" and text != "0"):
        return None
    return int(text)


def _name(text: str) -> str | None:
    lowered = text.lower().removesuffix(".")
    if not lowered.isascii():
        lowered = _ascii_form(lowered)
    return lowered if _NAME.fullmatch(lowered) and not NUMERIC.fullmatch(lowered) else None


def _ascii_form(name: str) -> str:
    """An international name in ASCII, "" where the standards may not agree about it.

    They agree about letters that the oldest knows and none maps: to lower case, to another form, to nothing.
    """
    plain = all(part.isalnum() or part in "-." or unicodedata.category(part) in {"Mn", "Mc"} for part in name)
    known = all(_OLD.category(part) != "Cn" for part in name)
    mapped = name != name.casefold() or any(name != data.normalize("NFKC", name) for data in (unicodedata, _OLD))
    if not plain or not known or mapped or not _UNSEEN.isdisjoint(name):
        return ""
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
