"""One chunk through worker, extraction, tutor and regeneration: every way to end is an outcome."""

import json

import pytest
from model_desk import Waits, client, edit, job_for, run

from reviewer.errors import BackendError, NotAsked, SovereigntyError
from reviewer.model.chat import Offers
from reviewer.model.chunk_edits import Outcome
from reviewer.plan.chunk_review import review_chunk
from reviewer.plan.prompt import edit_schema, tutor_schema
from reviewer.plan.replies_again import placed_again, without_places

TEXT = "# Pumps\n\nThe pump recieve water from the the tank.\nIt are cooled by `recieve` and air.\n"
RECEIVE = edit("pump recieve", "pump receives")
IS = edit("It are", "It is", kind="grammar")
LOOP = {"reply": "and so on, " * 200, "finish_reason": "length", "completion_tokens": 2048}


def texts(edits):
    return [(op.before_text, op.after_text) for op in edits.ops]


def test_proposals_are_located_and_say_who_made_them():
    edits = run(job_for(TEXT), {"reply": [RECEIVE, IS]})
    assert edits.outcome is Outcome.OPS
    assert [TEXT[op.span.start : op.span.end] for op in edits.ops] == [op.before_text for op in edits.ops]
    assert {(op.source.type, op.source.model, op.source.digest) for op in edits.ops} == {
        ("worker", "worker-model", "sha256:w")
    }
    assert all(op.source.prompt_hash.startswith("sha256:") and op.id == "" for op in edits.ops)
    assert (edits.metrics.ops_proposed, edits.metrics.ops_accepted) == (2, 2)
    assert edits.metrics.parse_success
    assert edits.metrics.tutor_verdict == "single_model"


def test_two_edits_of_one_line_both_stand():
    edits = run(job_for(TEXT), {"reply": [RECEIVE, edit("the the", "the")]})
    assert len(edits.ops) == 2


def test_no_edits_is_clean():
    edits = run(job_for(TEXT), {"reply": []})
    assert (edits.outcome, edits.ops) == (Outcome.CLEAN, ())
    assert edits.metrics.parse_success
    assert edits.metrics.tutor_verdict == "empty"


def test_what_is_quoted_wrongly_is_refused_and_the_rest_stands():
    edits = run(job_for(TEXT), {"reply": [edit("not in the text", "x"), RECEIVE]})
    assert len(edits.ops) == 1
    assert [item.code.value for item in edits.refused] == ["REJECT_HASH"]


def test_a_proposal_that_cannot_be_read_beside_one_that_can_is_told():
    text = f'[{{"before": "air", "after": , "kind": "typo"}}, {json.dumps(IS)}]'
    edits = run(job_for(TEXT), {"reply": text})
    assert (len(edits.ops), edits.outcome) == (1, Outcome.OPS)
    assert edits.reason == f"{edits.metrics.ops_proposed - 1} of the proposals in the reply could not be read"
    assert edits.metrics.ops_proposed > 1


def test_a_chunk_whose_proposals_were_all_refused_is_not_clean():
    edits = run(job_for(TEXT), {"reply": [edit("not in the text", "x")]})
    assert (edits.outcome, edits.metrics.tutor_verdict) == (Outcome.OPS, "filtered")
    assert (edits.ops, edits.reason) == ((), "every proposal was refused")


@pytest.mark.parametrize("form", ["bare", "marked", "fenced"])
@pytest.mark.parametrize("schema", [edit_schema(), edit_schema()["properties"]["edits"], tutor_schema()])
def test_a_reply_that_gives_the_schema_back_is_unparsed(form, schema):
    told = json.dumps(schema, indent=1)
    reply = {
        "bare": told,
        "marked": f"BEGIN_EDIT_OPS\n{told}\nEND_EDIT_OPS",
        "fenced": f"Here it is:\n```json\n{told}\n```",
    }[form]
    edits = run(job_for(TEXT), {"reply": reply})
    assert (edits.outcome, edits.metrics.parse_success) == (Outcome.UNPARSED, False)


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "As an AI, I am not able to edit this document.",
        "I won't be able to review the passage, because it is confidential.",
        "Je suis désolé, je ne peux pas vous aider.",
        "Je ne suis pas en mesure de corriger ce texte.",
    ],
)
def test_a_model_that_declines_has_not_reviewed_the_passage(reply):
    edits = run(job_for(TEXT), {"reply": reply})
    assert (edits.outcome, edits.ops) == (Outcome.UNPARSED, ())
    assert edits.reason.startswith("the model declines: “")
    assert not edits.metrics.parse_success


@pytest.mark.parametrize(
    "reply",
    [
        "I cannot see any errors.",
        "I can't see any mistakes in this passage.",
        "I cannot see anything wrong with this text.",
        "I am unable to see any problem.",
        "I cannot provide any edits since there are no errors.",
        "I will not edit this passage: it is correct.",
        "I won't review the code block, but the sentence should begin with a capital.",
        "The reader cannot see which valve is meant.",
        "I can't say which one is meant.",
    ],
)
def test_other_prose_with_such_words_is_no_refusal(reply):
    assert run(job_for(TEXT), {"reply": reply}).outcome in {Outcome.CLEAN, Outcome.OPS}


@pytest.mark.parametrize("reply", ["Looks good.", "All good!", "Looks fine to me.", "OK", "Tout est en ordre."])
def test_a_reply_that_finds_all_good_is_clean(reply):
    assert run(job_for(TEXT), {"reply": reply}).outcome is Outcome.CLEAN


@pytest.mark.parametrize(
    "reply",
    [
        "Looks good, but the second sentence is odd.",
        "Overall it reads well. The second sentence lacks a verb.",
        "It reads well, the word emtpy is off.",
        "All good apart from emtpy.",
        "The passage sounds good. Add a comma after COVID-19.",
        "No objections. Put a full stop at the end.",
    ],
)
def test_a_reply_that_looks_good_but_says_more(reply):
    edits = run(job_for(TEXT), {"reply": reply})
    assert (edits.outcome, [op.salvaged for op in edits.ops]) == (Outcome.OPS, [True])


def test_thinking_that_does_not_end_is_told_as_such():
    edits = run(job_for(TEXT), {"reply": "<think>The pump, hmm"})
    assert (edits.outcome, edits.reason) == (Outcome.TRUNCATED, "the reply ends inside its thinking")


def test_prose_is_one_flag_and_no_parse_success():
    edits = run(job_for(TEXT), {"reply": "I think the second sentence sounds a little odd to me, perhaps rephrase."})
    assert [(op.action.value, op.salvaged) for op in edits.ops] == [("flag_only", True)]
    assert edits.metrics.salvaged
    assert not edits.metrics.parse_success


def test_an_edit_that_translates_is_refused():
    french = edit("The pump recieve water from the the tank.", "La pompe qui est dans le réservoir est pour des eaux.")
    edits = run(job_for(TEXT), {"reply": [french, IS]})
    assert len(edits.ops) == 1
    assert "language" in edits.refused[0].message


def test_a_short_passage_is_not_translated_either():
    text = "# Rule\n\nWait by the door.\n"
    edits = run(job_for(text), {"reply": [edit("Wait by the door.", "Attendez à la porte.", kind="style")]})
    assert edits.ops == ()
    assert "language" in edits.refused[0].message


def test_an_edit_that_alters_the_sense_asks_for_attention():
    edits = run(
        job_for("# Rule\n\nA boat may not pass.\n"), {"reply": [edit("may not pass", "may pass", kind="grammar")]}
    )
    assert [(op.needs_attention, op.review_note is not None) for op in edits.ops] == [(True, True)]


def test_code_is_never_edited():
    edits = run(job_for(TEXT), {"reply": [edit("`recieve`", "`receive`")]})
    assert [op.action.value for op in edits.ops] == ["flag_only"]


def test_an_empty_reply_is_asked_again_a_little_warmer_and_then_given_up():
    waits = Waits()
    edits = review_chunk(job_for(TEXT, empty_retries=2), client({"reply": ""}), waits)
    assert edits.outcome is Outcome.EMPTY_RESPONSE
    assert edits.metrics.extraction_method == "empty_response"
    assert (edits.metrics.retries, edits.metrics.worker_calls, waits.attempts) == (2, 3, [1, 2])
    assert [round(reply.temperature, 2) for reply in edits.replies] == [0.1, 0.15, 0.2]


def test_tokens_without_text_are_degenerate_and_not_asked_again():
    edits = run(job_for(TEXT), {"reply": " \n", "completion_tokens": 2048, "finish_reason": "length"})
    assert (edits.outcome, edits.metrics.retries) == (Outcome.DEGENERATE, 0)


def test_a_reply_in_circles_is_degenerate():
    assert run(job_for(TEXT), LOOP).outcome is Outcome.DEGENERATE
    assert run(job_for(TEXT), {**LOOP, "finish_reason": "stop"}).outcome is Outcome.DEGENERATE


def test_a_cut_list_keeps_what_is_complete_and_says_truncated():
    reply = '[{"action": "replace", "before": "It are", "after": "It is"}, {"action": "repl'
    edits = run(job_for(TEXT), {"reply": reply, "finish_reason": "length"})
    assert edits.outcome is Outcome.TRUNCATED
    assert len(edits.ops) == 1


@pytest.mark.parametrize(("status", "code"), [(500, "bad-status"), (404, "no-model")])
def test_a_backend_that_fails_is_an_outcome(status, code):
    edits = run(job_for(TEXT), {"status": status})
    assert edits.outcome is Outcome.BACKEND_ERROR
    assert edits.reason.startswith(code)


class Counting:
    """A model that counts what it is asked; from the ``gone``-th call on it is known to be gone and is not asked."""

    backend, endpoint, constrains = "scripted", "", False

    def __init__(self, model, gone=99):
        self.model, self.gone, self.asked = model, gone, []

    def count_tokens(self, model, text):
        return None

    def offers(self, model):
        return Offers()

    def chat(self, request, watch=None):
        if len(self.asked) >= self.gone:
            raise NotAsked("unreachable", "gone")
        self.asked.append(request.stage)
        return self.model.chat(request, watch)


FAILS = {"status": 500}
LOOSE = {"when": {"stage": "edit"}, "reply": [RECEIVE]}
REJECTS = {"when": {"stage": "tutor"}, "reply": "VERDICT: REJECTED\nREASON: no"}


@pytest.mark.parametrize(
    ("lines", "tutor", "gone"),
    [
        ([FAILS], "", 99),
        ([{"reply": ""}], "", 99),
        ([{"when": {"stage": "tutor"}, **FAILS}, LOOSE], "tutor", 99),
        ([{"when": {"stage": "edit", "contains": "Earlier proposals"}, **FAILS}, REJECTS, LOOSE], "tutor", 99),
        ([LOOSE], "", 0),
        ([LOOSE], "tutor", 1),
        ([REJECTS, LOOSE], "tutor", 2),
    ],
)
def test_a_call_counts_when_it_is_made_whatever_comes_of_it(lines, tutor, gone):
    model = Counting(client(*lines), gone)
    metrics = review_chunk(job_for(TEXT, tutor=tutor), model, Waits()).metrics
    assert (metrics.worker_calls, metrics.tutor_calls) == (model.asked.count("edit"), model.asked.count("tutor"))


def test_a_prompt_that_does_not_fit_is_not_sent():
    edits = run(job_for("# T\n\n" + "words " * 3000, num_ctx=512), {"reply": []})
    assert (edits.outcome, edits.metrics.worker_calls) == (Outcome.PROMPT_TRUNCATED, 0)


def test_a_backend_that_read_only_a_part_of_the_prompt_is_found_out():
    job = job_for("# T\n\n" + "Many words stand here. " * 200)
    assert run(job, {"reply": [], "prompt_tokens": 40}).outcome is Outcome.PROMPT_TRUNCATED
    assert run(job, {"reply": [], "prompt_tokens": 1100}).outcome is Outcome.CLEAN


class Bound:
    """A scripted model whose replies can be bound to a schema; it keeps what it was asked."""

    backend, endpoint, constrains = "scripted", "", True

    def __init__(self, model, asked):
        self.model, self.asked = model, asked

    def count_tokens(self, model, text):
        return None

    def offers(self, model):
        return Offers()

    def chat(self, request, watch=None):
        self.asked.append(request)
        return self.model.chat(request, watch)


class TestTutor:
    """What a second model says of the proposals."""

    def review(self, verdict, *more):
        worker = {"when": {"stage": "edit"}, "reply": [RECEIVE, IS]}
        return run(job_for(TEXT, tutor="tutor-model"), {"when": {"stage": "tutor"}, **verdict}, *more, worker)

    def test_accepted_keeps_the_workers_ops(self):
        edits = self.review({"reply": "VERDICT: ACCEPTED\nREASON: fine"})
        assert (len(edits.ops), edits.metrics.tutor_verdict, edits.metrics.tutor_calls) == (2, "accepted", 1)

    def test_corrected_takes_the_tutors_list_and_records_what_fell(self):
        reply = 'VERDICT: CORRECTED\nREASON: one is wrong\nCORRECTION:\n[{"before": "It are", "after": "It is"}]'
        edits = self.review({"reply": reply})
        assert [op.source.type for op in edits.ops] == ["tutor"]
        assert edits.metrics.tutor_verdict == "corrected"
        assert len(edits.refused) == 1

    def test_the_tutor_reads_whole_words_that_it_can_quote_again(self):
        seen = {"when": {"stage": "tutor", "contains": '"before": "pump recieve water"'}, "reply": "VERDICT: ACCEPTED"}
        worker = {"reply": [edit("pump recieve", "pump recieves")]}
        edits = run(job_for(TEXT, tutor="tutor-model"), seen, worker)
        assert edits.metrics.tutor_verdict == "accepted"

    def test_its_reason_is_told_in_words_of_the_document_and_to_the_worker_in_those_that_it_was_shown(self):
        text = "# Pumps\n\nHere $a+b$ are one.\n"
        rejects = {"when": {"stage": "tutor"}, "reply": "VERDICT: REJECTED\nREASON: expression1 is plural"}
        again = {"when": {"stage": "edit", "contains": "expression1 is plural"}, "reply": []}
        worker = {"reply": [edit("Expression1 are one", "Expression1 is one")]}
        (refused,) = run(job_for(text, tutor="tutor-model"), rejects, again, worker).refused
        assert refused.message == "rejected by the tutor: $a+b$ is plural"
        (refused,) = run(job_for(text, tutor="tutor-model"), rejects, {**again, **FAILS}, worker).refused
        assert refused.message == "rejected by the tutor: $a+b$ is plural"

    def test_where_replies_can_be_bound_the_tutor_is_bound_to_one_verdict(self):
        said = [
            {"when": {"stage": "tutor"}, "reply": {"verdict": "CORRECTED", "reason": "one", "edits": [IS]}},
            {"reply": {"edits": [RECEIVE, IS]}},
        ]
        asked = []
        edits = review_chunk(job_for(TEXT, tutor="tutor-model"), Bound(client(*said), asked), Waits())
        assert [op.source.type for op in edits.ops] == ["tutor"]
        assert [list(request.json_schema["properties"]) for request in asked] == [
            ["edits"],
            ["verdict", "reason", "edits"],
        ]
        assert "Reply with JSON: verdict" in asked[1].messages[0].content

    def test_damage_is_refused_before_a_tutor_reads_it_and_in_what_it_corrects(self):
        all_of_it = edit("The pump recieve water from the the tank.", "The pump.", kind="grammar")
        nobody = run(job_for(TEXT, tutor="tutor-model"), {"reply": [all_of_it]})
        assert (nobody.metrics.tutor_calls, nobody.metrics.tutor_verdict) == (0, "filtered")
        number = edit("The pump recieve", "The 2 pumps receive")
        reply = f"VERDICT: CORRECTED\nCORRECTION: {json.dumps([number])}"
        edits = self.review({"reply": reply})
        assert (edits.ops, edits.metrics.tutor_verdict) == ((), "rejected")

    def test_a_correction_that_cannot_be_used_rejects_all(self):
        edits = self.review({"reply": "VERDICT: CORRECTED\nCORRECTION: see above"})
        assert (edits.ops, edits.metrics.tutor_verdict, len(edits.refused)) == ((), "rejected", 2)
        assert edits.outcome is Outcome.UNPARSED

    def test_rejected_asks_the_worker_once_more_and_asks_for_attention(self):
        again = {"when": {"stage": "edit", "contains": "Earlier proposals were rejected: too much"}, "reply": [IS]}
        edits = self.review({"reply": "VERDICT: REJECTED\nREASON: too much"}, again)
        assert (edits.outcome, edits.metrics.tutor_verdict) == (Outcome.OPS, "regenerated")
        assert [op.needs_attention for op in edits.ops] == [True]
        assert [reply.role for reply in edits.replies] == ["worker", "tutor", "regenerate"]

    def test_what_was_rejected_and_only_said_again_stays_rejected(self):
        again = {"when": {"stage": "edit", "contains": "Earlier proposals were rejected"}, "reply": [RECEIVE, IS]}
        edits = self.review({"reply": "VERDICT: REJECTED\nREASON: wrong"}, again)
        assert (edits.ops, edits.metrics.tutor_verdict, len(edits.refused)) == ((), "rejected", 2)

    def test_fewer_of_the_rejected_proposals_are_not_told_as_rejected_too(self):
        again = {"when": {"stage": "edit", "contains": "Earlier proposals were rejected"}, "reply": [IS]}
        edits = self.review({"reply": "VERDICT: REJECTED\nREASON: too much"}, again)
        assert not {op.op_id for op in edits.ops} & {refused.op_id for refused in edits.refused}
        assert len(edits.refused) == 1

    @pytest.mark.parametrize("verdict", ["ACCEPTED", "CORRECTED", "REJECTED"])
    def test_a_worker_that_was_cut_is_told_whatever_the_tutor_says(self, verdict):
        cut = f'BEGIN_EDIT_OPS\n[{json.dumps(IS)}, {{"before": "The pu'
        said = f"VERDICT: {verdict}\nREASON: so\nCORRECTION: {json.dumps([IS])}"
        nothing = {"when": {"stage": "edit", "contains": "Earlier proposals were rejected"}, "reply": []}
        edits = run(
            job_for(TEXT, tutor="tutor-model"),
            {"when": {"stage": "tutor"}, "reply": said},
            nothing,
            {"reply": cut, "finish_reason": "length"},
        )
        assert edits.outcome is Outcome.TRUNCATED
        assert "was cut" in edits.reason or verdict == "REJECTED"

    def test_a_tutor_that_was_cut_rejects_nothing_behind_the_cut(self):
        said = f'VERDICT: CORRECTED\nCORRECTION: [{json.dumps(IS)}, {{"before": "The pu'
        edits = self.review({"reply": said, "finish_reason": "length"})
        assert edits.outcome is Outcome.TRUNCATED
        assert [op.source.type for op in edits.ops] == ["tutor"]
        assert [refused.message for refused in edits.refused] == [
            "not made, because the tutor did not judge it: its reply broke off"
        ]

    def test_a_second_attempt_that_was_cut_is_told(self):
        again = {
            "when": {"stage": "edit", "contains": "Earlier proposals were rejected"},
            "reply": f'BEGIN_EDIT_OPS\n[{json.dumps(IS)}, {{"before": "The pu',
            "finish_reason": "length",
        }
        edits = self.review({"reply": "VERDICT: REJECTED\nREASON: too much"}, again)
        assert (edits.outcome, edits.metrics.tutor_verdict) == (Outcome.TRUNCATED, "regenerated")
        assert "the second attempt: the reply was cut" in edits.reason

    def test_what_cannot_be_read_in_a_tutors_list_or_a_second_attempt_is_told(self):
        told = self.review({"reply": f'VERDICT: CORRECTED\nCORRECTION: [{json.dumps(IS)}, 7, "x"]'})
        assert told.reason == "the tutor's correction: 2 of the proposals in the reply could not be read"
        again = {
            "when": {"stage": "edit", "contains": "Earlier proposals were rejected"},
            "reply": json.dumps([IS, 7]),
        }
        told = self.review({"reply": "VERDICT: REJECTED\nREASON: too much"}, again)
        assert told.reason == "the second attempt: 1 of the proposals in the reply could not be read"

    def test_a_tutor_that_leaves_an_empty_list_rejects_all_of_it(self):
        edits = self.review({"reply": "VERDICT: CORRECTED\nREASON: none is right\nCORRECTION: []"})
        assert (edits.outcome, edits.ops, edits.metrics.tutor_verdict) == (Outcome.OPS, (), "rejected")
        assert {refused.message for refused in edits.refused} == {"rejected by the tutor: left out of its correction"}

    def test_rejected_twice_gives_nothing_and_records_the_proposals(self):
        again = {"when": {"stage": "edit", "contains": "Earlier proposals were rejected"}, "reply": []}
        edits = self.review({"reply": "VERDICT: REJECTED\nREASON: wrong"}, again)
        assert (edits.ops, edits.metrics.tutor_verdict) == ((), "rejected")
        assert len(edits.refused) == 2

    def test_counters_are_of_the_reply_whose_proposals_are_counted(self):
        same = edit("The pump", "The pump")
        again = {"when": {"stage": "edit", "contains": "Earlier proposals were rejected"}, "reply": [same, same, same]}
        metrics = self.review({"reply": "VERDICT: REJECTED\nREASON: wrong"}, again).metrics
        assert (metrics.ops_proposed, metrics.ops_no_effect, metrics.ops_duplicate) == (2, 0, 0)

    @pytest.mark.parametrize("answer", [{"status": 500}, {"reply": ""}, {"reply": "They look nice."}])
    def test_a_tutor_that_fails_rejects_all(self, answer):
        edits = self.review(answer)
        assert (edits.ops, edits.metrics.tutor_verdict) == ((), "rejected")
        assert edits.outcome in {Outcome.BACKEND_ERROR, Outcome.UNPARSED}
        assert len(edits.refused) == 2
        assert all(refused.message.startswith("not made, because the tutor did not") for refused in edits.refused)

    def test_without_proposals_the_tutor_is_not_asked(self):
        edits = run(job_for(TEXT, tutor="tutor-model"), {"reply": []})
        assert edits.metrics.tutor_calls == 0


class Refusing:
    """A client that may not send text."""

    backend, endpoint, constrains = "ollama", "http://example.org", False

    def count_tokens(self, model, text):
        return None

    def offers(self, model):
        return Offers()

    def chat(self, request, watch=None):
        raise SovereigntyError("remote-host", "no", "no")


def test_sovereignty_is_no_outcome_but_ends_the_review():
    with pytest.raises(SovereigntyError):
        review_chunk(job_for(TEXT), Refusing(), Waits())
    assert not issubclass(SovereigntyError, BackendError)


class TestFurtherPrompts:
    """The tutor's prompt, and that of a second attempt, count only where they were read whole."""

    def check(self, edits, stage):
        assert (edits.outcome, edits.ops) == (Outcome.PROMPT_TRUNCATED, ())
        assert f"{stage}: prompt-truncated: " in edits.reason
        assert len(edits.refused) == 2
        again = placed_again(job_for(TEXT, tutor="tutor-model"), without_places(edits))
        assert [item.message for item in again.refused] == [item.message for item in edits.refused]

    def test_a_verdict_on_a_part_of_the_prompt_is_none(self):
        tutor = {"when": {"stage": "tutor"}, "reply": "VERDICT: ACCEPTED", "prompt_tokens": 5}
        edits = run(job_for(TEXT, tutor="tutor-model"), tutor, {"reply": [RECEIVE, IS]})
        self.check(edits, "tutor")
        assert "did not judge it" in edits.refused[0].message

    def test_a_second_attempt_that_saw_a_part_of_the_prompt_proposes_nothing(self):
        tutor = {"when": {"stage": "tutor"}, "reply": "VERDICT: REJECTED\nREASON: too much"}
        again = {
            "when": {"stage": "edit", "contains": "Earlier proposals were rejected"},
            "reply": [IS],
            "prompt_tokens": 5,
        }
        self.check(run(job_for(TEXT, tutor="tutor-model"), tutor, again, {"reply": [RECEIVE, IS]}), "regeneration")

    def test_a_tutor_whose_prompt_does_not_fit_is_not_asked(self):
        words = " ".join(f"word{number}" for number in range(400))
        job = job_for(TEXT, tutor="tutor-model", num_ctx=900)
        edits = run(job, {"reply": [edit("the the", f"the {words}", kind="style")]})
        assert (edits.outcome, edits.metrics.tutor_calls) == (Outcome.PROMPT_TRUNCATED, 0)
        assert "does not fit into num_ctx 900" in edits.refused[0].message


def test_why_a_tutor_failed_is_told_the_same_from_stored_replies():
    tutor = {"when": {"stage": "tutor"}, "status": 500}
    job = job_for(TEXT, tutor="tutor-model")
    now = run(job, tutor, {"reply": json.dumps([RECEIVE, 7])})
    assert now.reason.startswith("1 of the proposals in the reply could not be read; tutor: bad-status: ")
    again = placed_again(job, without_places(now))
    assert [item.message for item in again.refused] == [item.message for item in now.refused]
    assert "HTTP 500" in again.refused[0].message
