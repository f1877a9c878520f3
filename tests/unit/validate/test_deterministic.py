"""The six validators without a model: one outcome each, in the seed's order, and none behind a rejection."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from validators import known, op

from reviewer.model.edit import Action, Source
from reviewer.model.position import Span
from reviewer.validate.deterministic import VALIDATORS, judged

TEXT = "# Yard\n\nThe gate is open. The crew waits.\n\n- first thing\n- second thing\n\nEnd of it.\n"
SIX = (
    "proposal_shape",
    "confidence_threshold",
    "original_text_presence",
    "non_empty_resulting_segment",
    "no_effect",
    "protected_terms",
)


def verdicts(one, text=TEXT, **settings):
    (done,) = judged([one], known(text, **settings))
    return done.verdicts


def against(one, text=TEXT, **settings):
    """Validator and decision of what does not approve."""
    return [(v.validator, v.decision) for v in verdicts(one, text, **settings) if v.decision != "approve"]


def test_they_are_the_seeds_six_in_its_order():
    assert tuple(key for key, _ in VALIDATORS) == SIX
    assert tuple(v.validator for v in verdicts(op(TEXT, "open", "closed"))) == SIX


def test_none_follows_a_rejection():
    said = verdicts(op(TEXT, "open", "closed", confidence=0.1))
    assert [v.validator for v in said] == list(SIX[:2])
    assert said[-1].decision == "reject"


@pytest.mark.parametrize(
    "changed",
    [
        {"span": Span(5, 5000)},
        {"kind": "nonsense"},
        {"confidence": 1.5},
        {"action": Action.INSERT},
        {"action": Action.DELETE},
    ],
)
def test_an_op_that_is_not_what_it_says_has_no_shape(changed):
    assert against(op(TEXT, "open", "closed", **changed)) == [("proposal_shape", "reject")]


def test_a_flag_meets_proposal_shape_only():
    flag = op(TEXT, "open", "", action=Action.FLAG_ONLY, confidence=None)
    assert [v.validator for v in verdicts(flag)] == ["proposal_shape"]


@pytest.mark.parametrize(("confidence", "decision"), [(0.59, "reject"), (0.6, None), (1.0, None)])
def test_the_threshold(confidence, decision):
    expected = [("confidence_threshold", decision)] if decision else []
    assert against(op(TEXT, "open", "closed", confidence=confidence)) == expected


@pytest.mark.parametrize("missing", ["reject", "attention", "accept"])
def test_a_missing_confidence(missing):
    expected = [] if missing == "accept" else [("confidence_threshold", missing)]
    assert against(op(TEXT, "open", "closed", confidence=None), missing_confidence=missing) == expected


@pytest.mark.parametrize("source", ["fixer", "human", "tool"])
def test_rules_and_people_are_not_asked_how_sure_they_are(source):
    assert against(op(TEXT, "open", "closed", confidence=None, source=Source(type=source))) == []


def test_the_original_text_stands_there():
    wrong = op(TEXT, "open", "closed").model_copy(update={"before_text": "shut"})
    assert against(wrong) == [("original_text_presence", "reject")]


def test_an_insertion_replaces_nothing_that_could_be_missing():
    assert against(op(TEXT, "", "More.\n", action=Action.INSERT, at=TEXT.index("- first"))) == []


@pytest.mark.parametrize(
    ("before", "after", "blank"),
    [
        ("The gate is open. The crew waits.", "", True),
        ("The gate is open. The crew waits.", " ", True),
        ("first thing", "", True),
        ("- first thing\n", "", True),
        ("Yard", "", True),
        ("first thing", "1.", False),
        ("End of it.", "---", False),
        ("End of it.", "2.", False),
        ("End of it.", "\u200b", True),
        ("End of it.", "&nbsp;", True),
        ("first thing", "<!-- gone --> <BR/>", True),
        ("End of it.", "End<br>", False),
        ("The crew waits.", "", False),
    ],
)
def test_a_replacement_that_leaves_its_segment_blank_is_a_deletion(before, after, blank):
    expected = [("non_empty_resulting_segment", "reject")] if blank else []
    assert against(op(TEXT, before, after)) == expected


def test_a_comment_may_be_another_one_and_is_not_taken_away():
    text = "One.\n\n<!-- two -->\n\nThree.\n"
    assert against(op(text, "<!-- two -->", "<!-- 2 -->"), text) == []
    assert against(op(text, "<!-- two -->", ""), text) == [("non_empty_resulting_segment", "reject")]


def test_a_deletion_says_what_it_is():
    assert against(op(TEXT, "End of it.", "", action=Action.DELETE)) == []


def test_an_item_in_an_item_is_a_segment_of_its_own():
    text = "- outer\n  - inner\n- last\n"
    assert against(op(text, "inner", ""), text) == [("non_empty_resulting_segment", "reject")]
    assert against(op(text, "outer", ""), text) == [("non_empty_resulting_segment", "reject")]


def test_what_changes_nothing_is_no_edit():
    assert against(op(TEXT, "open", "open")) == [("no_effect", "reject")]


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("Kubernetes is", "It is", True),
        ("Kubernetes is", "Kuberntes is", True),
        ("Kubernetes is", "kubernetes is", True),
        ("is used", "was used", False),
        ("Kubernets", "Kubernetes", False),
    ],
)
def test_a_term_of_the_configuration_is_not_lost(before, after, lost):
    text = "Kubernetes is used here. A Kubernets node.\n"
    expected = [("protected_terms", "reject")] if lost else []
    assert against(op(text, before, after), text, glossary=("Kubernetes",)) == expected


def test_terms_of_the_document_with_aliases_and_plurals_are_one_identity():
    text = "The Service Level Objective (SLO) is set here. Our SLOs are good. Each SLO has an owner.\n"
    assert against(op(text, "Each SLO", "Each Service Level Objective"), text) == []
    assert against(op(text, "Our SLOs", "Our rules"), text) == [("protected_terms", "reject")]


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("The two work order are here.\n", "work order are", "work orders are"),
        ("The application programming interface (API) is fast. Two API is hot.\n", "Two API is", "Two APIs are"),
        ("The central processing unit (CPU) is fast. All CPU's are hot.\n", "CPU's", "CPUs"),
        ("**Latency** is the time that it takes.\n\nMany latency are bad.\n", "latency are", "latencies are"),
        ("**Clé publique** : ce qui est donné.\n\nLes clé publique sont là.\n", "clé publique", "clés publiques"),
    ],
)
def test_a_term_may_be_put_into_a_plural_that_stands_nowhere_yet(text, before, after):
    assert against(op(text, before, after), text, glossary=("work order",)) == []
    assert against(op(text, before, "things are"), text, glossary=("work order",)) == [("protected_terms", "reject")]


@pytest.mark.parametrize(
    ("text", "before", "after", "allowed"),
    [
        ("# KUBERNETS PODS\n", "KUBERNETS", "KUBERNETES", True),
        ("# The K8S PODS AND NODES\n\nSmall.\n", "The K8S", "THE KUBERNETES", True),
        ("# WORK ODER FORM\n", "ODER", "ORDER", True),
        ("# Work Oder Form\n", "Work Oder", "Work Order", True),
        ("# Fill in the New WO Form\n", "WO", "Work Order", True),
        ("See the kubernets.io page.\n", "kubernets.io", "kubernetes.io", True),
        ("Mail it to us@kubernets.io or not.\n", "kubernets.io", "kubernetes.io", True),
        ("See the kubernets page.\n", "kubernets", "kubernetes", False),
        ("See the Kubernets page.\n", "Kubernets", "KUBERNETES", False),
        ("A NATO page on kubernets.\n", "kubernets", "KUBERNETES", False),
        ("Open the work order now.\n", "work order", "Work Order", False),
        ("An iPhne is here.\n", "iPhne", "Iphone", False),
        ("Open iPhone.\n", "iPhone", "IPHONE", False),
    ],
)
def test_a_term_is_in_capitals_where_what_is_around_it_or_stood_there_is(text, before, after, allowed):
    expected = [] if allowed else [("protected_terms", "reject")]
    assert against(op(text, before, after), text, glossary=("Kubernetes", "work order", "iPhone")) == expected


def test_what_one_entry_names_is_no_plural_of_another():
    text = "A new day has news.\n"
    one = op(text, "has news", "has new")
    assert against(one, text, glossary=("new", "news")) == [("protected_terms", "reject")]


def test_people_may_rename_a_term_and_are_told():
    text = "Kubernetes is used here.\n"
    person = op(text, "Kubernetes", "Nomad", source=Source(type="human"))
    assert against(person, text, glossary=("Kubernetes",)) == [("protected_terms", "attention")]


def test_a_doubled_term_is_one_occurrence():
    text = "We use Kubernetes Kubernetes here.\n"
    assert against(op(text, "Kubernetes Kubernetes", "Kubernetes"), text, glossary=("Kubernetes",)) == []


TWICE = "The work order runs well."
LEFT = "As an AI language model, I can not see a work order."


@pytest.mark.parametrize(
    ("text", "before", "after", "kind", "allowed"),
    [
        ("The work order work order is here.\n", "work order work order", "work order", "grammar", True),
        ("The work order of a work order is here.\n", "work order of a work order", "work order", "grammar", False),
        (f"{TWICE} {TWICE} End.\n", f"{TWICE} {TWICE} End.", f"{TWICE} End.", "duplicate", True),
        (f"{TWICE} {TWICE} End.\n", f"{TWICE} {TWICE} End.", "End.", "duplicate", False),
        (f"{TWICE} A work order is new.\n", " A work order is new.", "", "duplicate", False),
        (f"{TWICE}\n\n{TWICE}\n\nEnd.\n", f"{TWICE}\n\n{TWICE}\n\nEnd.", f"{TWICE}\n\nEnd.", "duplicate", True),
        (f"> {TWICE}\n>\n> {TWICE}\n>\n> End.\n", f"{TWICE}\n>\n> {TWICE}", TWICE, "duplicate", True),
        (f"End is here. {LEFT}\n", f" {LEFT}", "", "ai_leftover", True),
        (f"End is here. {LEFT}\n", f" {LEFT}", "", "style", False),
        (f"{LEFT} {TWICE}\n", f"{LEFT} {TWICE}", "End.", "ai_leftover", False),
        (f"End is here. {TWICE}\n", f" {TWICE}", "", "ai_leftover", False),
    ],
)
def test_what_stands_twice_or_is_a_leftover_may_go_with_its_terms(text, before, after, kind, allowed):
    expected = [] if allowed else [("protected_terms", "reject")]
    action = Action.REPLACE if after else Action.DELETE
    assert against(op(text, before, after, kind=kind, action=action), text, glossary=("work order",)) == expected


def test_a_repeated_paragraph_of_those_that_are_quoted_may_go_with_its_terms():
    text = f"{TWICE}\n\n{TWICE}\n\nEnd.\n"
    at = len(TWICE) + 2
    fields = {"span": Span(at, 2 * at), "kind": "duplicate", "before_text": f"{TWICE}\n\n", "after_text": ""}
    drops = op(text, "End.", "").model_copy(update={**fields, "around": (at, len("End."))})
    assert against(drops, text, glossary=("work order",)) == []
    other = text.replace("well", "fast", 1)
    assert against(drops, other, glossary=("work order",)) == [("protected_terms", "reject")]


TALK = "---\ntype: transcript\n---\n\n**Anna:** I mean, Jesters, well, Jesters is a troupe.\n\n**Ben:** Oh, Jesters.\n"


@pytest.mark.parametrize(
    ("kind", "after", "decision"),
    [
        ("transcript", "Jesters is", None),
        ("transcript", "it is", "reject"),
        ("grammar", "Jesters is", "reject"),
    ],
)
def test_in_a_transcript_a_name_may_be_said_less_often(kind, after, decision):
    expected = [("protected_terms", decision)] if decision else []
    one = op(TALK, "Jesters, well, Jesters is", after, kind=kind)
    assert against(one, TALK, glossary=("Jesters",)) == expected


def test_a_deletion_of_a_redundant_span_may_take_a_name_away_in_a_transcript():
    one = op(TALK, ", well, Jesters", "", kind="transcript", action=Action.DELETE)
    assert against(one, TALK, glossary=("Jesters",)) == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["open", "The crew waits.", "first thing", "End of it.", ""]),
            st.sampled_from(["", "open", "Kubernetes", "  "]),
            st.sampled_from(list(Action)),
            st.one_of(st.none(), st.floats(0, 1)),
            st.sampled_from(["worker", "fixer", "human", "tutor"]),
        ),
        max_size=6,
    )
)
def test_each_op_gets_exactly_one_outcome_of_each_validator_it_reaches(drawn):
    ops = [
        op(TEXT, before, after, at=TEXT.index(before), action=action, confidence=sure, source=Source(type=source))
        for before, after, action, sure, source in drawn
    ]
    done = judged(ops, known(TEXT))
    assert [one.op_id for one in done] == [one.op_id for one in ops]
    for one in done:
        named = [verdict.validator for verdict in one.verdicts]
        assert named == list(SIX[: len(named)])
        rejected = [verdict.decision == "reject" for verdict in one.verdicts]
        assert not any(rejected[:-1])
        whole = 1 if one.action is Action.FLAG_ONLY else len(SIX)
        assert rejected[-1] or len(named) == whole
