"""No text leaves the machine by a trick of writing an address."""

import pytest

from reviewer.errors import SovereigntyError
from reviewer.sovereignty import is_loopback, may_receive_text, require_local

NAMES = {
    "localhost": ["127.0.0.1", "::1"],
    "box.lan": ["192.168.1.7"],
    "alias.home": ["127.0.1.1"],
    "two-faced.example": ["127.0.0.1", "203.0.113.9"],
    "127.0.0.1.example": ["203.0.113.9"],
    "2130706433": ["127.0.0.1"],
    "127.1": ["127.0.0.1"],
    "0x7f000001": ["127.0.0.1"],
    "0177.0.0.1": ["127.0.0.1"],
    "127.0.0.1.": ["127.0.0.1"],
    "nothing.example": [],
}


def anywhere(host):
    """A resolver to which every name is this machine: what is refused is refused by its form."""
    return ["127.0.0.1"]


def resolve(host):
    if host not in NAMES:
        raise OSError("no such name")
    return NAMES[host]


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:11434",
        "http://127.8.9.10/api",
        "https://[::1]:4200/api",
        "http://[::ffff:127.0.0.1]/",
        "http://localhost:4200/api",
        "HTTP://LOCALHOST/",
        "http://alias.home/",
        "http://user:word@127.0.0.1/",
    ],
)
def test_loopback_in_all_its_canonical_forms_is_local(url):
    assert is_loopback(url, resolve)


@pytest.mark.parametrize(
    "url",
    [
        "http://box.lan/",
        "http://203.0.113.9/",
        "http://[2001:db8::1]/",
        "http://[::ffff:203.0.113.9]/",
        "http://0.0.0.0:4200/",
        "http://[::]:4200/",
        "http://two-faced.example/",
        "http://127.0.0.1.example/",
        "http://nothing.example/",
        "http://unknown.example/",
        "http://127.0.0.1@203.0.113.9/",
        "http://127.0.0.1:80@box.lan/",
        "http://box.lan#@127.0.0.1/",
        "http://box.lan?@127.0.0.1/",
    ],
)
def test_what_is_or_may_be_another_machine_is_not_local(url):
    assert not is_loopback(url, resolve)


@pytest.mark.parametrize("host", ["2130706433", "127.1", "0x7f000001", "0177.0.0.1", "127.0.0.1.", "127.0.0.1%2f"])
def test_addresses_that_programs_read_differently_are_not_local(host):
    assert not is_loopback(f"http://{host}/", resolve)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "127.0.0.1:11434",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "http://",
        "http:///path",
        "http://127.0.0.1\\@box.lan/",
        "http://127.0.0.1 .box.lan/",
        "http://127.0.0.1\n.box.lan/",
        "http://１２７.0.0.1/",
        "http://[::1/",
        "http://127.0.0.1:port/",
        "http://127.0.0.1:99999/",
        "http://[::1]extra:1/",
        "http://[::1].box.lan/",
        "http://[::1]]:1/",
        "http://[::1][::1]/",
        "http://box.lan[::1]/",
        "http://[::1]:1:1/",
        "http://[::1]@[2001:db8::1]/",
        "http://[::1%lo]:1/",
        "http://[::1%25lo]:1/",
        "http://[127.0.0.1]:1/",
        "http://[localhost]:1/",
        "http://[v1.1]:1/",
        "http://local\thost/",
        "http://localhost/a b",
        "http://localhost\u00a0/",
        "http://localhost;x/",
        "http://localhost,box.lan/",
        "http://localhost../",
        "http://*localhost/",
        " http://localhost/",
        "http://localhost/\n",
        "http://localhost:+1/",
        "http://localhost:\u0661/",
        "http://a@b@localhost/",
    ],
)
def test_what_is_no_plain_http_url_is_not_local_and_raises_nothing(url):
    assert not is_loopback(url, resolve)
    assert not is_loopback(url, anywhere)


def test_a_host_that_the_user_allowed_may_receive_text():
    assert may_receive_text("http://box.lan:11434/api", ["box.lan"], resolve)
    assert may_receive_text("http://BOX.lan:11434/api", ["box.LAN:11434"], resolve)


def test_an_allowed_port_allows_no_other_port():
    assert not may_receive_text("http://box.lan:9000/", ["box.lan:11434"], resolve)


def test_an_allowed_name_allows_neither_its_subdomains_nor_longer_names():
    assert not may_receive_text("http://a.box.lan/", ["box.lan"], resolve)
    assert not may_receive_text("http://box.lan.example/", ["box.lan"], resolve)


def test_a_refusal_names_the_host_and_the_way_out():
    with pytest.raises(SovereigntyError) as caught:
        require_local("https://box.lan/v1", (), resolve)
    assert caught.value.code == "remote-host"
    assert "'box.lan'" in caught.value.message
    assert "llm.allowed_hosts=box.lan" in caught.value.hint
    assert caught.value.exit_code == 2


def test_the_systems_resolver_knows_this_machine():
    assert is_loopback("http://localhost/")
