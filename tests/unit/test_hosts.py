"""Two ways to write one host are one host; two hosts are never one."""

import idna
import pytest

from reviewer.hosts import host_of, is_named, named_host, place_of
from reviewer.sovereignty import may_receive_text


def never(host):
    raise AssertionError(host)


def allowed(url, *hosts):
    return may_receive_text(url, hosts, lambda host: [])


SAME = [
    ("http://[::1]:8080/", "[::1]"),
    ("http://[::1]:8080/", "::1"),
    ("http://[::1]:8080/", "0:0:0:0:0:0:0:1"),
    ("http://[0:0:0:0:0:0:0:1]:8080/", "[::1]:8080"),
    ("http://[2001:DB8::7]/", "2001:db8:0:0::7"),
    ("http://[2001:db8::7]/", "[2001:DB8::0007]:80"),
    ("http://[::ffff:192.0.2.7]/", "192.0.2.7"),
    ("http://192.0.2.7/", "::FFFF:192.0.2.7"),
    ("http://192.0.2.7/", "[::ffff:c000:207]"),
    ("http://3221225991/", "192.0.2.7"),
    ("http://192.0.2.7/", "3221225991"),
    ("http://0xC0000207/", "192.0.2.7"),
    ("http://192.0.519/", "192.0.2.7"),
    ("http://[fe80::1%25eth0]/", "fe80::1%eth0"),
    ("http://[fe80::1%eth0]/", "[FE80:0::1%25eth0]"),
    ("http://BOX.lan:11434/", "box.LAN"),
    ("http://box.lan.:11434/", "box.lan"),
    ("http://box.lan:11434/", "box.lan.:11434"),
    ("http://box.lan/", "box.lan:80"),
    ("https://box.lan/", " box.lan:443 "),
    ("http://xn--bcher-kva.example/", "bücher.example"),
    ("http://xn--bcher-kva.example/", "BÜCHER.example."),
    ("http://bücher.example/", "XN--bcher-kva.example"),
    ("http://my_box:1/v1/ü", "my_box"),
]


@pytest.mark.parametrize(("url", "host"), SAME)
def test_one_host_in_two_forms_is_one_host(url, host):
    assert allowed(url, "other.lan", host)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://[::1:8080]/", "[::1]:8080"),
        ("http://[2001:db8::1]:8080/", "2001:db8::1:8080"),
        ("http://[fe80::1%25eth0]/", "fe80::1%eth1"),
        ("http://[fe80::1%25eth0]/", "fe80::1"),
        ("http://[fe80::1]/", "fe80::1%eth0"),
        ("http://[fe80::1%25eth0]/", "fe80::1%ETH0"),
        ("http://192.0.2.7/", "192.0.2.70"),
        ("http://192.0.2.7:81/", "192.0.2.7:80"),
        ("https://box.lan/", "box.lan:80"),
        ("http://strasse.example/", "straße.example"),
        ("http://straße.example/", "strasse.example"),
        ("http://box.lan/", "ｂox.lan"),
        ("http://box.lan.evil/", "box.lan"),
        ("http://box.lan/", ""),
        ("http://box.lan/", "http://box.lan"),
        ("http://box.lan/", "box.lan:"),
        ("http://box.lan/", "box.lan:٨٠"),
        ("http://box.lan/", "*.lan"),
        ("http://xn--kz9a.de/", "Ꭰ.de"),
        ("http://ab.de/", "a\u115fb.de"),
    ],
)
def test_hosts_that_differ_are_not_the_same(url, host):
    assert not allowed(url, host)


@pytest.mark.parametrize(
    "host", ["0300.0.2.7", "192.0.02.7", "192.0.2.7.", "1.2.3.4.5", "256.1.1.1", "4294967296", "0x"]
)
def test_numbers_that_programs_read_differently_are_no_host_not_even_of_themselves(host):
    assert host_of(host) is None
    assert not allowed(f"http://{host}/", host)


@pytest.mark.parametrize(
    "url",
    [
        "http://box.lan\\@127.0.0.1/",
        "http://box.lan /",
        "http://box.lan\n/",
        " http://box.lan/",
        "http://box%2elan/",
        "http://a@b@box.lan/",
        "ftp://box.lan/",
        "http://[box.lan]/",
        "http://[::1/",
        "http://::1/",
        "http://[::1%25]/",
        "http://[fe80::1%25e/h]/",
        "http://box.lan:0/",
        "http://box.lan:65536/",
        "http://" + "a" * 64 + ".lan/",
        "http://１２７.0.0.1/",
    ],
)
def test_what_is_no_plain_url_points_nowhere(url):
    assert place_of(url) is None


LETTERS = [range(0x80, 0x3480), range(0x9F00, 0xAC80), range(0xD700, 0xD800), range(0xF900, 0x1F000)]


@pytest.mark.parametrize("letters", LETTERS, ids=lambda letters: f"{letters.start:x}")
def test_a_letter_that_newer_programs_read_as_another_one_is_in_no_host(letters):
    for letter in map(chr, letters):
        name = f"a{letter}b.de"
        ours = host_of(name)
        if ours is not None:
            assert theirs(name) in {ours, None}, ascii(name)


def theirs(name):
    """The name as UTS 46 has it, None where that refuses it."""
    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except UnicodeError:
        return None


@pytest.mark.parametrize(
    "name", ["bücher.de", "żółw.pl", "пример.рф", "παράδειγμα.gr", "例え.jp", "한국.kr", "भारत.in"]
)
def test_a_name_that_all_programs_read_alike_is_a_host(name):
    assert host_of(name) == theirs(name) is not None


@pytest.mark.parametrize("port", ["1", "80", "65535"])
def test_an_allowed_host_may_name_any_port_there_is(port):
    assert allowed(f"http://box.lan:{port}/", f"box.lan:{port}")
    assert allowed(f"http://[2001:db8::7]:{port}/", f"[2001:db8::7]:{port}")


@pytest.mark.parametrize("port", ["0", "65536", "99999", "000080", "9" * 5000, "-1", "+1", "8_0", "²", "http"])
def test_a_port_that_no_url_can_have_is_none_of_an_allowed_host(port):
    assert (named_host(f"box.lan:{port}"), named_host(f"[::1]:{port}")) == (None, None)
    assert place_of(f"http://box.lan:{port}/") is None


def test_nothing_is_looked_up_for_an_allowed_host():
    assert may_receive_text("http://box.lan:1/", ["box.lan"], never)
    assert may_receive_text("http://[2001:db8::1]:1/", ["2001:db8:0::1"], never)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "[",
        "]",
        "[]",
        "[]:",
        "[::1",
        "[::1]:",
        "[::1]80",
        "::1]",
        "%",
        "a:b:c",
        "[::1]x",
        "\0",
        "\udcff",
        ".",
        "..",
        "é" * 300,
        "a" * 9000,
    ],
)
def test_what_is_no_host_names_nothing_and_raises_nothing(text):
    assert (host_of(text), named_host(text), place_of(f"http://{text}/")) == (None, None, None)
    assert not is_named(place_of("http://box.lan/"), [text])
