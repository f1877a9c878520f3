"""Which Prefect API is used, decided without Prefect."""

import http.server
import json
import os
import subprocess
import sys
import threading
import urllib.request

import httpx
import pytest

from flows import api
from reviewer.errors import SovereigntyError, UserError
from reviewer.service import server
from reviewer.service.server import answers, healthy
from reviewer.sovereignty import is_loopback


class Health(http.server.BaseHTTPRequestHandler):
    status = 200
    body = b"true"

    def do_GET(self):
        self.server.asked.append(self.path)
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_):
        pass


@pytest.fixture
def health_server():
    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Health)
    listening.asked = []
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    yield listening
    listening.shutdown()
    listening.server_close()


@pytest.fixture
def environment(tmp_path, monkeypatch):
    for name in [n for n in os.environ if n.startswith("PREFECT_")] + ["NO_PROXY", "no_proxy"]:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("REVIEWCTL_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.delitem(sys.modules, "prefect", raising=False)
    return os.environ


def url_of(listening):
    return f"http://127.0.0.1:{listening.server_address[1]}/api"


def test_health_is_asked_below_the_api(health_server):
    assert healthy(url_of(health_server))
    assert health_server.asked == ["/api/health"]


def test_another_server_on_the_port_is_not_healthy_but_answers(health_server, monkeypatch):
    monkeypatch.setattr(Health, "body", b"<html>")
    assert not healthy(url_of(health_server))
    monkeypatch.setattr(Health, "status", 401)
    assert not healthy(url_of(health_server))
    assert answers(url_of(health_server))


@pytest.mark.parametrize("url", ["", "nonsense", "http://", "http://127.0.0.1:1/api", "http://[::1/api"])
def test_nothing_answers_where_nothing_is(url):
    assert not healthy(url)
    assert not answers(url)


def test_a_configured_api_is_used_and_proxies_do_not_see_it(health_server, environment):
    environment["PREFECT_API_URL"] = url_of(health_server)
    environment["NO_PROXY"] = "example.org"
    assert api.connect() == url_of(health_server)
    assert environment["NO_PROXY"] == "example.org,127.0.0.1"
    assert environment["no_proxy"] == "127.0.0.1"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "[::1]"])
def test_an_api_that_may_get_text_as_local_is_never_reached_through_a_proxy(environment, host):
    environment["HTTP_PROXY"] = "http://proxy.example:3128"
    url = f"http://{host}:4200/api"
    assert is_loopback(url)
    api.point_to(url)
    assert urllib.request.proxy_bypass_environment(host.strip("[]"))
    with httpx.Client() as client:
        assert client._transport_for_url(httpx.URL(url)) is client._transport  # httpx has no public way to ask


def test_prefect_is_kept_from_tracking_from_ephemeral_servers_and_from_the_users_home(
    health_server, environment, tmp_path
):
    environment["PREFECT_API_URL"] = url_of(health_server)
    api.connect()
    assert environment["DO_NOT_TRACK"] == "1"
    assert environment["PREFECT_SERVER_ANALYTICS_ENABLED"] == "false"
    assert environment["PREFECT_SERVER_ALLOW_EPHEMERAL_MODE"] == "false"
    assert environment["PREFECT_HOME"] == str(tmp_path / "state" / "prefect")


def test_a_configured_prefect_home_is_kept_and_its_active_profile_tells_the_api(health_server, environment, tmp_path):
    home = tmp_path / "mine"
    home.mkdir()
    profile = f'active = "team"\n[profiles.team]\nPREFECT_API_URL = "{url_of(health_server)}"\n[profiles.other]\n'
    (home / "profiles.toml").write_text(profile, encoding="utf-8")
    environment["PREFECT_HOME"] = str(home)
    assert api.connect() == url_of(health_server)
    assert environment["PREFECT_HOME"] == str(home)
    environment["PREFECT_PROFILE"] = "other"
    del environment["PREFECT_API_URL"]
    assert api.configured_url() is None


def test_a_broken_profile_file_configures_nothing(environment, tmp_path):
    (tmp_path / "profiles.toml").write_text("active = [", encoding="utf-8")
    environment["PREFECT_HOME"] = str(tmp_path)
    assert api.configured_url() is None


@pytest.mark.parametrize(
    "url", ["http://me:s3cret@127.0.0.1:1/api", "http://me:s3cret@192.0.2.7/api", "x://me:s3cret@h"]
)
def test_a_password_in_the_url_of_an_api_is_in_no_message(environment, url):
    environment["PREFECT_API_URL"] = url
    with pytest.raises(UserError) as caught:
        api.connect()
    assert "s3cret" not in caught.value.message + caught.value.hint


def test_a_configured_api_that_does_not_answer_is_named(environment):
    environment["PREFECT_API_URL"] = "http://127.0.0.1:1/api"
    for connect in (api.connect, api.connect_if_up):
        with pytest.raises(UserError) as caught:
            connect()
        assert caught.value.code == "api-unreachable"
        assert "http://127.0.0.1:1/api" in caught.value.message


@pytest.mark.parametrize("url", ["http://203.0.113.5:4200/api", "https://2130706433/api", "http://[2001:db8::1]/api"])
def test_an_api_on_another_machine_is_refused_before_a_byte_is_sent(environment, url, monkeypatch):
    environment["PREFECT_API_URL"] = url
    monkeypatch.setattr(api, "answers", lambda _: pytest.fail("it was asked"))
    for connect in (api.connect, api.connect_if_up):
        with pytest.raises(SovereigntyError) as caught:
            connect()
        assert caught.value.code == "remote-host"


def test_an_api_on_an_allowed_host_is_used(environment, monkeypatch):
    environment["PREFECT_API_URL"] = "http://203.0.113.5:4200/api"
    monkeypatch.setattr(api, "answers", lambda _: True)
    assert api.connect(allowed_hosts=("203.0.113.5",)) == "http://203.0.113.5:4200/api"


def test_without_configuration_and_server_nothing_is_started_for_a_short_job(environment, tmp_path):
    assert api.connect_if_up() is None
    assert not (tmp_path / "state").exists()
    assert "PREFECT_API_URL" not in environment


def test_a_record_of_a_dead_process_is_no_server(environment, tmp_path):
    (tmp_path / "state").mkdir()
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    record = f'{{"schema": 1, "pid": {child.pid}, "port": 1, "url": "http://127.0.0.1:1/api", "born": "5"}}'
    (tmp_path / "state" / "server.json").write_text(record, encoding="utf-8")
    assert server.running_server() is None
    assert server.stop_server() is False
    kept = json.loads((tmp_path / "state" / "server.json").read_text(encoding="utf-8"))
    assert (kept["pid"], kept["port"]) == (0, 1)  # the port is for the next start; no process is ours any more
    assert server.running_server() is None
    assert server.stop_server() is False


def test_a_process_that_took_over_the_number_is_never_stopped(environment, tmp_path):
    (tmp_path / "state").mkdir()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True)
    record = f'{{"schema": 1, "pid": {child.pid}, "port": 1, "url": "http://127.0.0.1:1/api", "born": "5"}}'
    (tmp_path / "state" / "server.json").write_text(record, encoding="utf-8")
    assert server.stop_server() is False
    assert child.poll() is None
    child.communicate(b"\n")


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"pid": "x"}'])
def test_an_unreadable_record_is_no_server(environment, tmp_path, content):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "server.json").write_text(content, encoding="utf-8")
    assert server.running_server() is None


def test_the_port_of_last_time_is_taken_again_where_it_is_free(health_server):
    taken = health_server.server_address[1]
    free = (server._free_port(None) for _ in range(3))  # others on this machine may take one meanwhile
    assert any(server._free_port(port) == port for port in free)
    assert server._free_port(taken) not in {0, taken}


def test_importing_flows_keeps_prefect_from_tracking():
    code = "import os, flows; print(os.environ['DO_NOT_TRACK'])"
    environ = {k: v for k, v in os.environ.items() if k != "DO_NOT_TRACK"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
