"""Secrets have no place in the configuration: it is printed, recorded in ``run.json`` and handed to Prefect's database.

So a user, a password or a key in ``llm.endpoint`` is refused wherever a configuration comes in, before anything is
stored; they come from the environment, which nothing records.
"""

from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from reviewer.config import LLMConfig
from reviewer.errors import UserError
from reviewer.hosts import DEFAULT_PORTS, named_host
from reviewer.sovereignty import without_secrets

LOGIN = "REVIEWCTL_ENDPOINT_LOGIN"
"""The environment variable with ``user:password`` for the endpoint (HTTP Basic authentication)."""


def refuse_secrets(llm: LLMConfig, origins: Mapping[str, str] | None = None) -> None:
    """Refuse an endpoint, or an allowed host, that holds more than a place, and an allowed host that is none.

    ``origins`` say where a key came from.

    Raises:
        UserError: ``secret-in-endpoint``, ``bad-host``; neither shows what might be secret.
    """
    found = origins or {}
    _refuse_in_endpoint(llm.endpoint, _from(found, "llm.endpoint"))
    _refuse_in_hosts(llm.allowed_hosts, _from(found, "llm.allowed_hosts"))


def login_of(environ: Mapping[str, str]) -> tuple[str, str] | None:
    """User and password for the endpoint, None where the environment gives none.

    Raises:
        UserError: ``bad-key``: not ``user:password``, or nothing that can stand in a header. It is not shown.
    """
    given = environ.get(LOGIN, "").strip()
    if not given:
        return None
    user, colon, password = given.partition(":")
    if not colon or not given.isprintable():
        raise UserError("bad-key", f"the environment variable {LOGIN} is not user:password", f"set {LOGIN} anew")
    return user, password


def _from(origins: Mapping[str, str], name: str) -> str:
    return f" (from {origins[name]})" if name in origins else ""


def _refuse_in_endpoint(endpoint: str, origin: str) -> None:
    shown = without_secrets(endpoint)
    if _may_hold_login(endpoint):
        raise UserError(
            "secret-in-endpoint",
            f"llm.endpoint holds a user or password for {shown!r}: it would be recorded with every run{origin}",
            f"take it out of the URL, and put user:password into the environment variable {LOGIN}",
        )
    if not {"?", "#"}.isdisjoint(endpoint):
        raise UserError(
            "secret-in-endpoint",
            f"llm.endpoint holds more than a place after {shown!r}: it would be recorded with every run{origin}",
            "end the URL before '?' or '#'; a key goes into the environment variable OPENAI_API_KEY (backend openai)",
        )


def _may_hold_login(endpoint: str) -> bool:
    """Whether there is an ``@`` that is not surely a part of the path."""
    try:
        parts = urlsplit(endpoint)
        plain = parts.scheme in DEFAULT_PORTS and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        plain = False
    return "@" in (parts.netloc if plain else endpoint)


def _refuse_in_hosts(allowed: Collection[str], origin: str) -> None:
    for number, host in enumerate(allowed, 1):
        if not {"@", "/", "?", "#"}.isdisjoint(host):
            raise UserError(
                "bad-host",
                f"llm.allowed_hosts: {without_secrets(host)!r} is a URL, not a host{origin}",
                "name the host alone, or host:port, for example box.lan:11434",
            )
        if named_host(host) is None:  # it may be a password as well
            raise UserError(
                "bad-host",
                f"host {number} of llm.allowed_hosts is no host that all programs read alike{origin}",
                "for example: box.lan, box.lan:11434, [2001:db8::7]:8080 (ports from 1 to 65535), xn--bcher-kva.de",
            )
