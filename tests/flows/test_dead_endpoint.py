"""A model server that dies in the middle of a run: told at once, exit code 3, and what was done is kept.

The servers are small real ones that speak the two protocols that local servers have.
"""

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from reviewer.surfaces.cli.main import main

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

PARTS = 9
FIX = {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar"}
FAILED = 3


def openai(path, said):
    """What a server of OpenAI's protocol answers."""
    if path.endswith("/models"):
        return {"data": [{"id": "small", "owned_by": "me", "meta": {"n_params": 5, "size": 1}}]}
    if path.endswith("/tokenize"):
        return {}
    choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": said}}
    return {"choices": [choice], "usage": {"prompt_tokens": 300, "completion_tokens": 9}}


def ollama(path, said):
    """What Ollama answers."""
    if path == "/api/show":
        return {"digest": "sha256:42"}
    message = {"role": "assistant", "content": said}
    return {"message": message, "done": True, "done_reason": "stop", "prompt_eval_count": 300, "eval_count": 9}


PROTOCOLS = {"openai": openai, "ollama": ollama}


class Model:
    """A server that dies after so many replies: it then hangs up whatever it is asked, as a crashed one does.

    ``refuses``: text that makes it hang up, whenever it is asked about it; ``breaks``: calls that it still breaks off.
    """

    def __init__(self, backend):
        self.answer, self.replies, self.asked, self.dies_after = PROTOCOLS[backend], 0, 0, None
        self.refuses, self.breaks = None, 0
        self.lock = threading.Lock()

    @property
    def dead(self):
        return self.dies_after is not None and self.replies >= self.dies_after


@contextmanager
def serving(model):
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format, *args):  # noqa: A002
            pass

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            with model.lock:
                is_call = b'"messages"' in body
                model.asked += is_call
                broken = is_call and model.breaks > 0
                model.breaks -= broken
                if model.dead or broken or (model.refuses is not None and model.refuses in body):
                    self.close_connection = True
                    return
                model.replies += is_call
            data = json.dumps(model.answer(self.path, json.dumps([FIX]))).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST  # noqa: N815 - the name that http.server looks for

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{http.server_address[1]}"
        finally:
            http.shutdown()
            thread.join()


@pytest.fixture(params=sorted(PROTOCOLS))
def backend(request):
    return request.param


@pytest.fixture
def document(tmp_path, backend, request, orchestrator):
    """One that no other test reviews."""
    path = tmp_path / "plant.md"
    parts = (f"## Part {n}\n\nThe valve close at noon in plant {n} of {request.node.name}.\n\n" for n in range(PARTS))
    path.write_text("# Plant\n\n" + "".join(parts), encoding="utf-8")
    return path


@pytest.fixture
def review(document, backend, capsys):
    """The command of a person, always the same one."""

    def run(url):
        options = ["--backend", backend, "--endpoint", url, "--model", "small", "--mode", "plan"]
        options += ["--skip-pyramid", "--no-fixers", "--set", "validation.judge=false"]
        code = main(["review", str(document), *options, "--set", "llm.concurrency=2", "--json"])
        return code, json.loads(capsys.readouterr().out)

    return run


def edited(outcome):
    with open(outcome["outputs"]["edited"], encoding="utf-8") as file:
        return file.read()


def test_a_server_that_dies_is_not_asked_for_every_chunk_and_what_it_gave_is_applied(backend, document, review):
    model = Model(backend)
    model.dies_after = 2
    with serving(model) as url:
        code, outcome = review(url)
    assert (code, outcome["status"]) == (FAILED, "completed_with_failures")
    assert (len(outcome["applied"]), outcome["counts"]["chunks_failed"]) == (2, PARTS - 2)
    assert edited(outcome).count("valve closes") == 2
    assert model.asked <= 2 + (3 + 2) * 2  # three calls and those that were under way, each twice; all would be 16
    assert all(re.search("broken-off: .*broke the connection off", line) for line in outcome["failures"])


def test_a_server_that_breaks_one_chunk_off_is_asked_for_the_others(backend, document, review):
    model = Model(backend)
    model.refuses = b"in plant 3"
    with serving(model) as url:
        code, outcome = review(url)
        assert (code, outcome["counts"]["chunks_failed"]) == (FAILED, 1)
        assert edited(outcome).count("valve closes") == PARTS - 1
        model.refuses = None
        code, outcome = review(url)
    assert (code, outcome["counts"]["model_calls"], outcome["counts"]["chunks_failed"]) == (0, 1, 0)


def test_one_reply_that_breaks_off_costs_nothing(backend, document, review):
    model = Model(backend)
    model.breaks = 1
    with serving(model) as url:
        code, outcome = review(url)
    assert (code, outcome["counts"]["chunks_failed"], outcome["counts"]["model_calls"]) == (0, 0, PARTS)


def test_when_the_server_is_back_only_the_rest_is_paid(backend, document, review):
    model = Model(backend)
    model.dies_after = 2
    with serving(model) as url:
        review(url)
        model.dies_after = None
        before = model.asked
        code, outcome = review(url)
        assert model.asked - before == outcome["counts"]["model_calls"] == PARTS - 2
        assert (code, outcome["counts"]["chunks_failed"]) == (0, 0)
        assert edited(outcome).count("valve closes") == PARTS
        code, outcome = review(url)
    assert (code, outcome["counts"]["model_calls"], outcome["applied"]) == (0, 0, [])


def test_a_server_that_is_dead_from_the_start_costs_no_run_and_leaves_what_was_done(backend, document, review):
    model = Model(backend)
    with serving(model) as url:
        _, outcome = review(url)
    kept = {path: path.read_bytes() for path in document.parent.rglob("*") if path.is_file()}
    code, said = review(url)
    assert (code, said["code"]) == (FAILED, "unreachable")
    assert {path: path.read_bytes() for path in document.parent.rglob("*") if path.is_file()} == kept
    assert len(outcome["applied"]) == PARTS
