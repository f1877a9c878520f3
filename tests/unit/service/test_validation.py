"""The validators over what models proposed: chains in order, batches by chunk, nothing unjudged is made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from validators import op

from reviewer.config import LLMConfig, ReviewerConfig, ValidationConfig
from reviewer.errors import SovereigntyError
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.scripted import ScriptedClient
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chat import Offers
from reviewer.model.edit import Action, Source
from reviewer.plan.chunk_job import Models
from reviewer.scan.language import detect_languages
from reviewer.service.models.edge import GuardedClient, ModelEdge
from reviewer.service.models.validation import judge_of, validate_proposals
from reviewer.service.models.validation_batches import Batcher
from reviewer.service.stages.validated import known_of
from reviewer.validate.chains import EDITORIAL, MEANING, SPOKEN_FORM

TEXT = "# One\n\nThe gate open slowly. It are red.\n\n# Two\n\nThe barge come at noon.\n"
EDITS = (("open slowly", "opens slowly"), ("are red", "is red"), ("come at", "comes at"))


def decisions(*made):
    return {"decisions": [{"ref": ref, "decision": d, "confidence": 0.8, "reason": "so"} for ref, d in made]}


APPROVED = decisions(*((ref, "approve") for ref in range(1, 4)))
"""More references than any batch of these documents has: the others are ignored."""


class Desk:
    """Proposals on a document, and a scripted validator."""

    def __init__(self, *lines, text=TEXT, **config):
        read = tuple(ScriptLine.model_validate({"when": {}, **line}) for line in lines)
        self.client = GuardedClient(ScriptedClient(Script(path="s.jsonl", digest="sha256:s", lines=read)), 2)
        self.config = ReviewerConfig(validation=ValidationConfig(**config), llm=LLMConfig(timeout=5))
        edge = ModelEdge(self.client, Models("m", ""), "m", "", validator_model="m")
        document = parse(read_document(text.encode(), "doc.md"))
        chunks = chunk_plan(document, self.config.chunk.model_copy(update={"min_chunk_tokens": 0}))
        self.tasks = []
        languages = detect_languages(document, "en")
        self.batcher = Batcher(known_of(document, self.config), chunks, languages, self.config, edge, "m")

    def submit(self, task, done):
        self.tasks.append(task)
        try:
            result = task.compute()
        except BaseException as error:  # noqa: BLE001 - as the runner hands it on
            done(error)
        else:
            done(result)

    def run(self, ops):
        return validate_proposals(ops, self.batcher, self.submit)


def ops(text=TEXT, edits=EDITS, **more):
    return [op(text, before, after, **more) for before, after in edits]


def told(found):
    """Validators and decisions of models for each op."""
    return [[(v.validator, v.decision) for v in one.verdicts if v.execution == "model"] for one in found.judged]


def stage_of(task):
    return task.key.split("-")[0]


def test_two_validators_judge_a_correction_one_after_the_other_in_batches_of_one_chunk():
    desk = Desk({"reply": APPROVED})
    found = desk.run(ops())
    assert [one.op_id for one in found.ops] == [one.op_id for one in ops()]
    assert told(found) == [[(MEANING, "approve"), (EDITORIAL, "approve")]] * 3
    assert [(one.validator, len(one.references), one.outcome) for one in found.operations] == [
        (MEANING, 2, "recovered"),
        (MEANING, 1, "recovered"),
        (EDITORIAL, 2, "recovered"),
        (EDITORIAL, 1, "recovered"),
    ]
    assert desk.client.calls == 4


def test_what_one_rejects_the_next_does_not_see():
    first = {"when": {"contains": "protect the meaning"}, "reply": decisions((1, "approve"), (2, "reject"))}
    rest = {"reply": decisions((1, "approve"))}
    found = Desk(first, rest).run(ops(edits=EDITS[:2]))
    assert told(found) == [[(MEANING, "approve"), (EDITORIAL, "approve")], [(MEANING, "reject")]]
    first_two = [one.op_id for one in ops(edits=EDITS[:2])]
    assert [[(of.ref, of.op_id) for of in one.references] for one in found.operations] == [
        list(enumerate(first_two, 1)),
        [(1, first_two[0])],
    ]
    (refusal,) = found.refused
    assert refusal.message == f"so ({MEANING})"


def test_what_a_rule_rejects_no_model_sees():
    desk = Desk({"reply": APPROVED})
    found = desk.run(ops(edits=EDITS[:1], confidence=0.1))
    assert (desk.client.calls, found.operations, len(found.refused)) == (0, (), 1)


def test_rules_people_and_flags_meet_no_model():
    desk = Desk({"reply": APPROVED})
    proposed = [
        *ops(edits=EDITS[:1], source=Source(type="fixer")),
        *ops(edits=EDITS[1:2], source=Source(type="human")),
        op(TEXT, "noon", "", action=Action.FLAG_ONLY),
    ]
    found = desk.run(proposed)
    assert (desk.client.calls, len(found.ops)) == (0, 3)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"reply": "I like them all."}, "no decision could be read in the reply"),
        ({"reply": decisions()}, "the model did not decide"),
        ({"status": 503, "reply": "overloaded"}, "bad-status"),
    ],
)
def test_without_a_usable_decision_nothing_is_made_and_nothing_is_stored(line, why):
    desk = Desk(line)
    found = desk.run(ops(edits=EDITS[:1]))
    assert (found.ops, found.unavailable) == ((), 1)
    assert why in found.why
    (refusal,) = found.refused
    assert refusal.message.endswith(f"({MEANING})")
    (operation,) = found.operations
    assert (operation.outcome, operation.unavailable) == ("failed", operation.references)
    (task,) = desk.tasks
    assert task.ended(task.compute()) == "unavailable"


def test_one_failed_batch_leaves_the_others():
    lines = ({"when": {"contains": "barge"}, "reply": "?"}, {"reply": APPROVED})
    found = Desk(*lines).run(ops())
    assert [one.after_text for one in found.ops] == ["opens slowly", "is red"]
    assert found.unavailable == 1


def test_a_candidate_that_is_too_large_is_refused_without_a_call():
    text = "# One\n\nThe gate open slowly. " + "It is a long story. " * 200 + "\n\nIt are red.\n"
    desk = Desk({"reply": APPROVED}, text=text, max_prompt_tokens=600)
    found = desk.run(ops(text, EDITS[:2]))
    assert [one.after_text for one in found.ops] == ["is red"]
    (refusal,) = found.refused
    assert refusal.message == f"validation_input_too_large ({MEANING})"
    large = [one for one in found.operations if one.reason == "validation_input_too_large"]
    (op_id,) = [one.op_id for one in ops(text, EDITS[:1])]
    assert [[(of.ref, of.op_id) for of in one.references] for one in large] == [[(1, op_id)]]
    assert desk.client.calls == 2


def test_an_edit_elsewhere_changes_no_key():
    one, two = Desk({"reply": APPROVED}), Desk({"reply": APPROVED})
    one.run(ops())
    two.run(ops(edits=EDITS[:2]))
    assert {task.key for task in two.tasks} < {task.key for task in one.tasks}


TALK = "---\ntype: transcript\n---\n\n# T\n\nAnna: We went their by bus.\n\nBen: I mean I mean it was good.\n"


def test_chains_of_a_transcript():
    proposed = [op(TALK, "their", "there", kind="typo"), op(TALK, "I mean I mean", "I mean", kind="transcript")]
    desk = Desk({"reply": APPROVED}, text=TALK)
    found = desk.run(proposed)
    assert told(found) == [
        [(SPOKEN_FORM, "approve"), (MEANING, "approve"), (EDITORIAL, "approve")],
        [(MEANING, "approve"), (EDITORIAL, "approve")],
    ]
    assert {(one.validator, one.chain) for one in found.operations} == {
        (SPOKEN_FORM, "homophones"),
        (MEANING, "homophones"),
        (EDITORIAL, "homophones"),
        (MEANING, "spoken_word"),
        (EDITORIAL, "spoken_word"),
    }


def test_a_fatal_error_stops_the_chain_and_approves_nothing():
    desk = Desk({"reply": APPROVED})

    def leaves(task, done):
        done(SovereigntyError("foreign-host", "text would leave", "stay here"))

    with pytest.raises(SovereigntyError):
        validate_proposals(ops(), desk.batcher, leaves)


class Sized:
    """A client that says how large its model is."""

    def __init__(self, weights):
        self.weights = weights

    def offers(self, model):
        return Offers(weights=self.weights)


@pytest.mark.parametrize(
    ("weights", "validation", "model"),
    [
        (None, {}, "tutor"),
        (7_000_000_000, {}, "tutor"),
        (500_000_000, {}, ""),
        (500_000_000, {"judges_from": 0}, "tutor"),
        (2_999_999_999, {}, ""),
        (3_000_000_000, {}, "tutor"),
        (7_000_000_000, {"judge": False}, ""),
    ],
)
def test_who_judges(weights, validation, model):
    config = ReviewerConfig(validation=ValidationConfig(**validation), llm=LLMConfig(tutor_model="tutor"))
    judge = judge_of(config, ModelEdge(Sized(weights), Models("m"), "m", "", validator_model="tutor"))
    assert judge.model == model
    assert judge.why


def test_a_model_that_is_named_to_judge_judges_whatever_its_size():
    config = ReviewerConfig(llm=LLMConfig(validator_model="small-0.5b"))
    judge = judge_of(config, ModelEdge(Sized(500_000_000), Models("m"), "m", "", validator_model="small-0.5b"))
    assert (judge.model, judge.why) == ("small-0.5b", "llm.validator_model")


reply_line = st.builds(
    lambda made, extra: {"reply": decisions(*made, *extra)},
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["approve", "reject", "perhaps"])), max_size=5),
    st.just(()),
)


@given(st.lists(reply_line, min_size=1, max_size=3))
def test_an_op_is_made_only_if_every_validator_of_its_chain_approved_it(lines):
    told_apart = [{"when": {"contains": word}, **line} for word, line in zip(("barge", "meaning"), lines, strict=False)]
    found = Desk(*told_apart, lines[-1]).run(ops())
    made = {one.op_id for one in found.ops}
    refused = {one.op_id for one in found.refused}
    assert len(found.ops) + len(found.refused) == len(ops())
    assert not made & refused
    for one, said in zip(found.judged, told(found), strict=True):
        assert len(said) == len({validator for validator, _ in said})
        approved = said == [(MEANING, "approve"), (EDITORIAL, "approve")]
        assert (one.op_id in made) is approved
        assert all(decision == "approve" for _, decision in said[:-1])


@pytest.mark.parametrize(
    ("name", "judges"), [("qwen2.5-coder-0.5b-instruct", False), ("mistral:7b", True), ("x", True)]
)
def test_a_name_tells_the_size_where_the_backend_does_not(name, judges):
    edge = ModelEdge(Sized(None), Models("m"), "m", "", validator_model=name)
    assert bool(judge_of(ReviewerConfig(), edge).model) is judges
