"""Text may go to this machine and to hosts that the user named; anything else is refused before a socket is opened."""

import pytest
from no_network import watched

from reviewer.config import LLMConfig
from reviewer.endpoint import refuse_secrets
from reviewer.errors import SovereigntyError, UserError
from reviewer.llm.open import open_client
from reviewer.llm.route import route_to

NAMES = {
    "localhost": ["::1", "127.0.0.1"],
    "box.lan": ["192.168.1.7"],
    "two-faced.example": ["127.0.0.1", "203.0.113.9"],
    "2130706433": ["127.0.0.1"],
    "127.1": ["127.0.0.1"],
    "0x7f000001": ["127.0.0.1"],
    "0177.0.0.1": ["127.0.0.1"],
    "127.0.0.1.": ["127.0.0.1"],
}


def resolve(host):
    if host not in NAMES:
        raise OSError("no such name")
    return NAMES[host]


def opened(endpoint, backend="ollama", environ=None, **fields):
    config = LLMConfig(backend=backend, endpoint=endpoint, **fields)
    return open_client(config, environ=environ or {}, resolve=resolve)


REFUSED = [
    "http://box.lan:11434",
    "https://api.example/v1",
    "http://203.0.113.9:11434",
    "http://[2001:db8::1]:11434",
    "http://[::ffff:203.0.113.9]:11434",
    "http://0.0.0.0:11434",
    "http://[::]:11434",
    "http://two-faced.example:11434",
    "http://unknown.example:11434",
    "http://2130706433:11434",
    "http://127.1:11434",
    "http://0x7f000001:11434",
    "http://0177.0.0.1:11434",
    "http://127.0.0.1.:11434",
    "http://127.0.0.1@203.0.113.9:11434",
    "http://localhost:80@box.lan",
    "http://user:word@box.lan:11434",
    "http://box.lan#@127.0.0.1:11434",
    "http://box.lan?@127.0.0.1:11434",
    "http://127.0.0.1\\@box.lan:11434",
    "http://127.0.0.1%2f@box.lan",
    "http://１２７.0.0.1:11434",
]


@pytest.mark.parametrize("backend", ["ollama", "openai"])
@pytest.mark.parametrize("endpoint", REFUSED)
def test_what_is_or_may_be_another_machine_is_refused_and_no_socket_is_opened(endpoint, backend):
    with watched() as events, pytest.raises(SovereigntyError) as caught:
        opened(endpoint, backend)
    assert caught.value.code == "remote-host"
    assert caught.value.exit_code == 2
    assert "word" not in caught.value.message + caught.value.hint
    assert events == []


@pytest.mark.parametrize(
    ("endpoint", "shown"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("http://127.0.0.1:11434/", "http://127.0.0.1:11434"),
        ("HTTP://LOCALHOST:8080/v1", "http://localhost:8080/v1"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("https://127.8.9.10/", "https://127.8.9.10"),
        ("http://127.0.0.1:80", "http://127.0.0.1"),
        ("http://[::FFFF:127.0.0.1]:1/x", "http://127.0.0.1:1/x"),
    ],
)
def test_this_machine_is_allowed_and_shown_in_one_form(endpoint, shown):
    with watched() as events:
        assert opened(endpoint).endpoint == shown
    assert "socket.connect" not in events


def test_an_allowed_host_may_be_sent_text_and_its_neighbours_may_not():
    assert opened("http://box.lan:11434", allowed_hosts=("box.lan:11434",)).endpoint == "http://box.lan:11434"
    for endpoint in ("http://box.lan:9000", "http://a.box.lan:11434", "http://box.lan.example:11434"):
        with pytest.raises(SovereigntyError):
            opened(endpoint, allowed_hosts=("box.lan:11434",))


def test_without_strict_sovereignty_any_host_may_be_sent_text():
    assert opened("https://api.example/v1", "openai", strict_sovereign=False).endpoint == "https://api.example/v1"


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "127.0.0.1:11434",
        "ftp://127.0.0.1/",
        "http://",
        "http://[::1/",
        "http://127.0.0.1:port",
        "http://127.0.0.1:0",
        "http://[::1]extra:1",
        "http://[::1].box.lan:1",
        "http://[::1][::1]:1",
        "http://box.lan[::1]:1",
        "http://[::1]]:1",
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_what_is_no_http_url_is_a_bad_endpoint(endpoint, strict):
    with pytest.raises(UserError) as caught:
        opened(endpoint, strict_sovereign=strict)
    assert caught.value.code == "bad-endpoint"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://exa mple/",
        "http://１２７.0.0.1/",
        "http://127.0.0.1\\@box.lan/",
        "http://box.\tlan/",
        "http://box.lan:1\n1434",
        " http://box.lan",
        "http://box.lan/a b",
        "http://box.lan/\\..",
        "http://[127.0.0.1]:1",
        "http://[v1.1]:1",
        "http://box..lan",
        "http://box.lan;a",
    ],
)
def test_a_host_that_programs_read_differently_is_refused_even_where_any_host_is_allowed(endpoint):
    with pytest.raises(UserError) as caught:
        opened(endpoint, strict_sovereign=False)
    assert caught.value.code == "bad-endpoint"


SECRETS = [
    "http://me:s3cret@127.0.0.1:1/x",
    "http://s3cret@127.0.0.1:1/x",
    "http://me:s3c@ret@127.0.0.1:1/x",
    "http://me:s3c/ret@127.0.0.1:1/x",
    "http://me:s3c?ret@127.0.0.1:1/x",
    "http://me:s3c#ret@127.0.0.1:1/x",
    "http://me:s3cret@exa mple/",
    "http://me:s3cret@[::1/",
    "http:/me:s3cret@127.0.0.1/",
    "me:s3cret@127.0.0.1",
    "ftp://me:s3cret@127.0.0.1/",
    "http://127.0.0.1:1/x?key=s3cret",
    "http://127.0.0.1:1/x?a@b=s3cret",
    "http://127.0.0.1:1/x?u=http://a@s3cret",
    "127.0.0.1:1?u=http://s3cret@b",
    "http://127.0.0.1:1/x#s3cret",
    "http://127.0.0.1:port?key=s3cret",
]


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("backend", ["ollama", "openai"])
@pytest.mark.parametrize("endpoint", SECRETS)
def test_a_secret_in_an_endpoint_is_refused_and_in_no_message(endpoint, backend, strict):
    with watched() as events, pytest.raises(UserError) as caught:
        opened(endpoint, backend, strict_sovereign=strict)
    said = caught.value.message + caught.value.hint + repr(caught.value.__context__)
    assert "s3c" not in said
    assert "ret@" not in said
    assert events == []


@pytest.mark.parametrize("endpoint", SECRETS)
def test_a_configuration_with_a_secret_in_an_endpoint_is_refused_before_anything_is_stored(endpoint):
    with pytest.raises(UserError) as caught:
        refuse_secrets(LLMConfig(endpoint=endpoint), {"llm.endpoint": "command line"})
    assert caught.value.code == "secret-in-endpoint"
    assert "(from command line)" in caught.value.message
    assert "_KEY" in caught.value.hint or "REVIEWCTL_ENDPOINT_LOGIN" in caught.value.hint
    assert "s3c" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize(
    "endpoint", ["", "nothing", "http://127.0.0.1:1/v1/@model/x", "http://[::1]:1", "http://a:port"]
)
def test_what_holds_no_secret_is_none(endpoint):
    refuse_secrets(LLMConfig(endpoint=endpoint))


@pytest.mark.parametrize(
    "host", ["http://me:s3cret@box.lan", "me:s3cret@box.lan", "box.lan?key=s3cret", "http://box.lan"]
)
def test_an_allowed_host_is_a_host_and_holds_no_secret(host):
    with pytest.raises(UserError) as caught:
        refuse_secrets(LLMConfig(allowed_hosts=("box.lan", host)))
    assert caught.value.code == "bad-host"
    assert "s3cret" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize(
    "host",
    [
        "",
        " ",
        "box.lan:0",
        "box.lan:99999",
        "[::1]:65536",
        "[::1",
        "a:b:c",
        "*.lan",
        "me:s3cret",
        "s3 cret",
        "straße.de",
    ],
)
def test_what_is_no_host_is_refused_by_its_place_in_the_list_and_not_shown(host):
    with pytest.raises(UserError) as caught:
        refuse_secrets(LLMConfig(allowed_hosts=("box.lan", host)), {"llm.allowed_hosts": "command line"})
    assert caught.value.code == "bad-host"
    assert "host 2 of llm.allowed_hosts" in caught.value.message
    assert "(from command line)" in caught.value.message
    assert "s3" not in caught.value.message + caught.value.hint


def test_every_form_of_an_allowed_host_is_taken():
    refuse_secrets(
        LLMConfig(
            allowed_hosts=("box.lan", "Box.LAN.:1", "192.0.2.7:65535", "[::1]:80", "::1", "fe80::1%eth0", "bücher.de")
        )
    )


@pytest.mark.parametrize("backend", ["ollama", "openai"])
@pytest.mark.parametrize("given", ["s3cret", "me:s3\ncret", "me:s3\0cret"])
def test_a_login_that_is_none_is_refused_without_showing_it(given, backend):
    with pytest.raises(UserError) as caught:
        opened("http://127.0.0.1:1", backend, {"REVIEWCTL_ENDPOINT_LOGIN": given})
    assert caught.value.code == "bad-key"
    assert "s3" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize(
    ("endpoint", "meant"),
    [
        ("127.0.0.1:11434", "did you mean --endpoint http://127.0.0.1:11434?"),
        ("localhost", "did you mean --endpoint http://localhost?"),
        ("//box.lan:8080/v1", "did you mean --endpoint http://box.lan:8080/v1?"),
        ("[::1]:8080", "did you mean --endpoint http://[::1]:8080?"),
        ("ftp://127.0.0.1/", "for example: --endpoint http://127.0.0.1:11434"),
        ("http:/127.0.0.1", "for example: --endpoint http://127.0.0.1:11434"),
        ("http://127.0.0.1:port", "for example: --endpoint http://127.0.0.1:11434"),
        ("mistral", "for example: --endpoint http://127.0.0.1:11434"),
        ("", "for example: --endpoint http://127.0.0.1:11434"),
    ],
)
def test_a_bad_endpoint_is_told_what_was_meant(endpoint, meant):
    with pytest.raises(UserError) as caught:
        opened(endpoint)
    assert caught.value.hint == meant


@pytest.mark.parametrize("endpoint", ["http://exa mple:1/", "http://127.0.0.1 :1", "http://127.1.:1"])
def test_a_host_that_cannot_be_read_is_no_host_to_allow(endpoint):
    with pytest.raises(SovereigntyError) as caught:
        opened(endpoint)
    assert "allowed_hosts" not in caught.value.hint


# The route: what was checked is what is connected to


def test_the_addresses_that_were_checked_are_kept_and_ipv4_is_tried_first():
    assert route_to("http://localhost:1", LLMConfig(), resolve).addresses == ("127.0.0.1", "::1")


def test_an_address_is_its_own_answer_and_asks_no_resolver():
    def never(host):
        raise AssertionError(host)

    assert route_to("http://[::1]:1", LLMConfig(), never).addresses == ("::1",)
    assert route_to("http://127.8.9.10:1", LLMConfig(), never).addresses == ("127.8.9.10",)


def test_a_host_that_the_user_named_is_resolved_when_it_is_used():
    config = LLMConfig(allowed_hosts=("box.lan",))
    assert route_to("http://box.lan:1", config, resolve).addresses == ()


@pytest.mark.parametrize(
    ("endpoint", "allowed", "host", "addresses"),
    [
        ("http://3221225991:1", "192.0.2.7", "192.0.2.7", ("192.0.2.7",)),
        ("http://[::ffff:192.0.2.7]:1", "192.0.2.7", "192.0.2.7", ("192.0.2.7",)),
        ("http://[FE80:0::1%25eth0]:1", "fe80::1%eth0", "fe80::1", ("fe80::1%eth0",)),
        ("http://Bücher.example:1", "bücher.example", "xn--bcher-kva.example", ()),
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_a_host_is_connected_to_as_what_it_was_compared_as(endpoint, allowed, host, addresses, strict):
    route = route_to(endpoint, LLMConfig(allowed_hosts=(allowed,), strict_sovereign=strict), resolve)
    assert (route.host, route.addresses) == (host, addresses)


def test_the_resolver_is_asked_once():
    asked = []

    def counting(host):
        asked.append(host)
        return ["127.0.0.1"]

    route_to("http://model.internal/", LLMConfig(), counting)
    assert asked == ["model.internal"]


# Claude


def test_claude_is_refused_while_sovereignty_is_strict_whatever_is_allowed():
    for fields in ({}, {"allowed_hosts": ("api.anthropic.com",)}):
        with watched() as events, pytest.raises(SovereigntyError) as caught:
            opened("https://api.anthropic.com", "claude", {"ANTHROPIC_API_KEY": "k"}, **fields)
        assert caught.value.code == "remote-backend"
        assert "--no-strict-sovereign" in caught.value.hint
        assert events == []


def test_claude_on_this_machine_is_refused_as_well():
    with pytest.raises(SovereigntyError):
        opened("http://127.0.0.1:1", "claude", {"ANTHROPIC_API_KEY": "k"})


def test_claude_is_asked_at_its_own_place_unless_another_is_named():
    keys = {"ANTHROPIC_API_KEY": "k"}
    default = LLMConfig().endpoint
    assert opened(default, "claude", keys, strict_sovereign=False).endpoint == "https://api.anthropic.com"
    assert opened("https://proxy.example", "claude", keys, strict_sovereign=False).endpoint == "https://proxy.example"


@pytest.mark.parametrize("environ", [{}, {"ANTHROPIC_API_KEY": ""}, {"ANTHROPIC_API_KEY": "  "}])
def test_claude_needs_a_key(environ):
    with pytest.raises(UserError) as caught:
        opened("https://api.anthropic.com", "claude", environ, strict_sovereign=False)
    assert caught.value.code == "no-key"
    assert "ANTHROPIC_API_KEY" in caught.value.hint


def test_a_key_that_cannot_stand_in_a_header_is_refused_without_showing_it():
    with pytest.raises(UserError) as caught:
        opened("https://api.anthropic.com", "claude", {"ANTHROPIC_API_KEY": "sk-1\nx"}, strict_sovereign=False)
    assert caught.value.code == "bad-key"
    assert "sk-1" not in caught.value.message + caught.value.hint
