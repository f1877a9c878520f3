"""Keys reach the model server and nothing else: no file of the review, no stored result, no database, no log."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from flows.run import run_review
from reviewer.config import LLMConfig, ReviewerConfig, ReviewModes, ValidationConfig
from reviewer.errors import UserError

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

SECRETS = ("s3cretlogin", "s3cretkey", "czNjcmV0bG9naW4")  # the last as Basic authentication writes it


class Model(BaseHTTPRequestHandler):
    """A server of OpenAI's protocol that remembers who asked."""

    heard: list[str]

    def log_message(self, format, *args):  # noqa: A002
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.heard.append(self.headers.get("authorization", ""))
        choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": "[]"}}
        listed = {"data": [{"id": "small", "owned_by": "me", "meta": {"n_params": 5}}]}
        data = json.dumps(listed if self.path.endswith("/models") else {"choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST  # noqa: N815 - the name that http.server looks for


@pytest.fixture
def server():
    model = type("Asked", (Model,), {"heard": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), model) as http:
        thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{http.server_address[1]}", model.heard
        http.shutdown()
        thread.join()


@pytest.fixture
def document(tmp_path, request, orchestrator):
    path = tmp_path / "plant.md"
    path.write_text(f"# Plant\n\nThe valve of {request.node.name} closes at noon.\n", encoding="utf-8")
    return path


def kept(*folders):
    """Files below the folders that hold a secret."""
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    assert files
    return [file for file in files if any(secret.encode() in file.read_bytes() for secret in SECRETS)]


def asked_of_the_api(orchestrator):
    run = orchestrator.last_run()
    return json.dumps([run, orchestrator.logs(run), orchestrator.ask("artifacts")])


@pytest.mark.parametrize("name", ["REVIEWCTL_ENDPOINT_LOGIN", "OPENAI_API_KEY"])
def test_a_key_of_the_environment_reaches_the_server_alone(name, document, server, orchestrator, monkeypatch):
    url, heard = server
    monkeypatch.setenv(name, {"REVIEWCTL_ENDPOINT_LOGIN": "me:s3cretlogin", "OPENAI_API_KEY": "s3cretkey"}[name])
    llm = LLMConfig(backend="openai", endpoint=url, edit_model="small")
    config = ReviewerConfig(
        llm=llm, skip_pyramid=True, review=ReviewModes(mode="plan"), validation=ValidationConfig(judge=False)
    )
    outcome = run_review(document, config)
    assert outcome.counts.model_calls == 1
    assert heard
    assert all(heard)
    assert kept(document.parent, orchestrator.home) == []
    said = asked_of_the_api(orchestrator)
    assert not any(secret in said for secret in SECRETS)


@pytest.mark.parametrize("no_llm", [True, False])
@pytest.mark.parametrize(
    "endpoint", ["http://me:s3cretlogin@127.0.0.1:9", "http://127.0.0.1:9?key=s3cretkey"], ids=["login", "key"]
)
def test_a_secret_in_an_endpoint_is_stored_nowhere_also_when_no_command_line_checked_it(
    endpoint, no_llm, document, orchestrator
):
    config = ReviewerConfig(llm=LLMConfig(endpoint=endpoint), no_llm=no_llm)
    with pytest.raises(UserError) as caught:
        run_review(document, config)
    assert caught.value.code == "secret-in-endpoint"
    assert kept(document.parent, orchestrator.home) == []


def test_a_run_that_a_worker_started_with_one_leaves_no_record_of_it(document, orchestrator):
    from reviewer.service.clock import SystemClock
    from reviewer.service.review import ReviewRequest, Tools, review_document
    from reviewer.service.spelling import TyposSpeller

    config = ReviewerConfig(llm=LLMConfig(endpoint="http://me:s3cretlogin@127.0.0.1:9"), no_llm=True)
    with pytest.raises(UserError) as caught:
        review_document(ReviewRequest(document, config), Tools(TyposSpeller(), SystemClock()))
    assert caught.value.code == "secret-in-endpoint"
    assert kept(document.parent) == []
