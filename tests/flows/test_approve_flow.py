"""``plan``, ``apply`` of a plan and ``approve`` on a real server: what was planned is found again, never made again."""

import json

import pytest

from flows.plans import run_apply_plan, run_plan
from reviewer.config import ReviewerConfig
from reviewer.errors import StaleHead, UserError
from reviewer.model.choice import Choice, Decision
from reviewer.service.apply_stored import StoredRequest

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

KERNELS = 8
"""Task runs of a plan of this document: seven kernels, and one chunk that a model is asked about."""

NO_MODEL = ReviewerConfig(no_llm=True)


@pytest.fixture
def desk(tmp_path, request, orchestrator):
    from approval_desk import ApprovalDesk

    from flows.api import point_to

    point_to(orchestrator.info.url)
    return ApprovalDesk(tmp_path, request.node.name.partition("[")[0] + str(abs(hash(request.node.name)) % 10_000))


@pytest.fixture
def document(tmp_path, request, orchestrator):
    path = tmp_path / "crane.md"
    path.write_text(
        f"# Crane {request.node.name}\n\nThe crane lifts the the box.\n\nAnd the the rest.\n", encoding="utf-8"
    )
    return path


def tasks(orchestrator, run):
    return orchestrator.ask("task_runs", flow_runs={"id": {"any_": [str(run)]}})


def suspended(state):
    return (state.type.value, state.name) == ("PAUSED", "Suspended")


def test_a_plan_is_made_by_its_flow_and_applied_by_the_flow_apply(orchestrator, document):
    made = run_plan(document, NO_MODEL)
    planned = orchestrator.last_run("plan")
    assert planned["state"]["name"] == "Completed"
    assert made.plan in planned["state"]["message"]
    artifacts = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [planned["id"]]}})
    assert any(made.plan in artifact["data"] for artifact in artifacts)
    outcome = run_apply_plan(StoredRequest(document, "latest", Decision(choice=Choice(ops=_first(made)))))
    applied = orchestrator.last_run("apply")
    assert applied["state"]["message"] == "1 change, 0 flags, 0 rejected, 1 not chosen"
    assert applied["parameters"]["plan"] == made.plan
    assert outcome.counts.changes == 1
    assert tasks(orchestrator, applied["id"]) == []


def _first(made):
    with open(made.path, encoding="utf-8") as file:
        return (json.load(file)["plan"]["ops"][0]["op_id"],)


def test_the_flow_apply_refuses_a_changed_document_and_an_order_that_is_none(orchestrator, document):
    from flows.apply import apply
    from flows.parameters import RunSettings

    made = run_plan(document, NO_MODEL)
    neither = apply(document, settings=RunSettings(inherit=False), return_state=True)
    assert (neither.name, neither.message) == ("stopped", "bad-parameter")
    document.write_text("# Another\n", encoding="utf-8")
    with pytest.raises(StaleHead):
        run_apply_plan(StoredRequest(document, made.plan))
    assert orchestrator.last_run("apply")["state"]["message"] == "document-changed"


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ({"what": "all"}, {"grammar", "factual"}),
        ({"what": "silent"}, {"grammar"}),
        ({"what": "kinds", "kinds": ["factual"]}, {"factual"}),
        ({"what": "nothing"}, set()),
    ],
)
def test_resumed_with_a_selection_just_that_is_applied_and_no_model_is_asked_again(desk, orchestrator, answer, kinds):
    run = desk.create()
    assert suspended(desk.work(run))
    assert desk.entries() == []
    orchestrator.task_states({"id": str(run)}, count=KERNELS)
    desk.forget_the_model()
    state = desk.resume(run, **answer, reason="as agreed")
    assert state.type.value == "COMPLETED", state
    assert {entry["kind"] for entry in desk.entries()} == kinds
    assert len(desk.plans()) == 1
    assert len(tasks(orchestrator, run)) == KERNELS
    for entry in desk.entries():
        assert entry["actor"]["plan"] == desk.plans()[0]["plan"]
        assert (entry["actor"]["operator"], entry["actor"]["reason"]) == ("Ada", "as agreed")
    assert desk.sound()


def test_resumed_with_op_ids_just_those_are_applied(desk):
    run = desk.create()
    desk.work(run)
    chosen = desk.ops()["factual"]
    state = desk.resume(run, what="ops", ops=[chosen])
    assert state.message == "1 change, 0 flags, 0 rejected, 1 not chosen"
    assert [entry["op_id"] for entry in desk.entries()] == [chosen]


def test_the_form_shows_counts_and_where_the_plan_is(desk, orchestrator):
    run = desk.create()
    state = desk.work(run)
    keys = state.state_details.run_input_keyset
    stored = orchestrator_input(run, keys["description"])
    assert "**2 changes**" in stored
    assert desk.plans()[0]["plan"] in stored
    artifacts = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [str(run)]}})
    (shown,) = [one for one in artifacts if one["key"].startswith("plan-plant-")]
    assert f"/artifacts/artifact/{shown['id']})" in stored
    assert "PLAN_plant.md" in stored
    schema = json.loads(orchestrator_input(run, keys["schema"]))
    assert set(schema["properties"]) == {"what", "ops", "kinds", "name", "reason"}
    assert set(schema["required"]) == {"what", "name"}


def orchestrator_input(run, key):
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        found = client.read_flow_run_input(run, key)
    text = found.decode() if isinstance(found, bytes) else found
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, str) else text


def test_an_answer_that_does_not_fit_is_asked_for_again(desk):
    run = desk.create()
    desk.work(run)
    assert suspended(desk.resume(run, what="ops", ops=["op-0000000000000000"]))
    assert suspended(desk.resume(run, what="ops"))
    assert desk.entries() == []
    assert desk.resume(run, what="silent").type.value == "COMPLETED"
    assert len(desk.entries()) == 1
    assert len(desk.plans()) == 1


def test_a_document_that_changed_meanwhile_is_refused(desk):
    run = desk.create()
    desk.work(run)
    desk.path.write_text(desk.path.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    state = desk.resume(run, what="all")
    assert (state.type.value, state.name) == ("FAILED", "stopped")
    assert "document-changed" in state.message
    assert desk.entries() == []


def test_a_damaged_plan_is_refused_and_not_made_again(desk):
    run = desk.create()
    desk.work(run)
    name = desk.plans()[0]["plan"].removeprefix("sha256:")
    file = desk.folder_of_review() / "stage2" / "plans" / f"{name}.json"
    file.write_bytes(file.read_bytes()[:-5])
    state = desk.resume(run, what="all")
    assert (state.name, state.message) == ("stopped", "bad-plan")
    assert desk.entries() == []


def test_cancelled_nothing_is_applied_and_the_state_says_so(desk):
    from prefect.client.orchestration import get_client
    from prefect.exceptions import NotPausedError
    from prefect.states import Cancelled

    run = desk.create()
    desk.work(run)
    with get_client(sync_client=True) as client:
        client.set_flow_run_state(run, Cancelled(message="Turned down"), force=True)
    with pytest.raises(NotPausedError):
        desk.resume(run, what="all")
    assert (desk.read(run).state.name, desk.entries()) == ("Cancelled", [])


def test_an_answer_that_comes_too_late_applies_nothing_and_the_run_has_failed(desk, orchestrator):
    from prefect.exceptions import FlowPauseTimeout, NotPausedError

    run = desk.create(wait_hours=0.0001)
    timeout = desk.work(run).state_details.pause_timeout
    orchestrator.wait_for(lambda: _past(timeout))
    with pytest.raises((FlowPauseTimeout, NotPausedError)):
        desk.resume(run, what="all")
    state = desk.read(run).state
    assert state.type.value == "FAILED"
    assert desk.entries() == []


def _past(moment):
    from datetime import UTC, datetime

    return datetime.now(UTC) > moment


def test_run_again_after_its_end_nothing_is_applied_twice(desk):
    from prefect.client.orchestration import get_client
    from prefect.states import AwaitingRetry

    run = desk.create()
    desk.work(run)
    desk.resume(run, what="all")
    before = desk.entries()
    with get_client(sync_client=True) as client:
        client.set_flow_run_state(run, AwaitingRetry(), force=True)
    state = desk.work(run)
    assert state.type.value == "COMPLETED"
    assert desk.entries() == before
    assert len(desk.plans()) == 1


def test_where_chunks_failed_nobody_is_asked_and_a_retry_plans_what_failed(desk):
    from prefect.client.orchestration import get_client
    from prefect.states import AwaitingRetry

    desk.answer({"when": {"stage": "edit"}, "reply": ""})
    run = desk.create()
    state = desk.work(run)
    assert (state.type.value, state.name) == ("FAILED", "completed_with_failures")
    assert "1 chunk failed" in state.message or "of 1 chunk failed" in state.message
    assert desk.entries() == []
    from approval_desk import FIXES

    desk.answer({"when": {"stage": "edit"}, "reply": FIXES})
    with get_client(sync_client=True) as client:
        client.set_flow_run_state(run, AwaitingRetry(), force=True)
    assert suspended(desk.work(run))
    assert desk.resume(run, what="all").type.value == "COMPLETED"
    assert len(desk.entries()) == 2


def test_a_run_that_nobody_could_start_again_says_so_and_plans_nothing(orchestrator, document):
    from flows.approve import approve
    from flows.conclusion import outcome_of
    from flows.parameters import RunSettings

    state = approve(document, RunSettings(inherit=False, no_llm=True), return_state=True)
    assert (state.name, state.message) == ("stopped", "not-deployed")
    with pytest.raises(UserError, match="deployment"):
        outcome_of(state)
    assert not (document.parent / ".review").exists()


def test_a_plan_without_an_op_asks_nobody(desk):
    desk.answer({"when": {"stage": "edit"}, "reply": []})
    state = desk.work(desk.create())
    assert (state.type.value, state.message) == ("COMPLETED", "0 changes, 0 flags, 0 rejected")


@pytest.mark.slow
def test_a_suspended_run_leaves_its_process_and_another_process_goes_on(desk):
    from prefect.flow_runs import resume_flow_run

    run = desk.create()
    desk.in_a_process(run)
    assert suspended(desk.read(run).state)
    desk.forget_the_model()
    resume_flow_run(run, run_input={"name": "Ada", "what": "silent"})
    desk.in_a_process(run)
    assert desk.read(run).state.message == "1 change, 0 flags, 0 rejected, 1 not chosen"
    assert [entry["kind"] for entry in desk.entries()] == ["grammar"]
