"""The policies that ask once more: when each fires, in which order, what is told of it, and what is kept."""

import json
from dataclasses import replace

import pytest
from model_desk import Waits, client, edit, job_for

from reviewer.config import Adaptive, ContentRecipes, MdStrip
from reviewer.markdown.chunk_parts import chunk_parts
from reviewer.model.chunk_edits import Outcome
from reviewer.model.pyramid import ChunkContext
from reviewer.plan.chunk_job import Tiers
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.chunk_review import review_chunk
from reviewer.plan.prompt import Passage
from reviewer.plan.replies_again import placed_again, without_places

QUOTE = "> Cité d'un rapport.\n" * 6
TEXT = f"# Pompes\n\nLa pompe sont **neuve**.\n\n{QUOTE}\nFin du texte 🔥.\n"
SLIP = edit("pompe sont", "pompes sont", kind="grammar")
NOTHING = {"reply": "", "completion_tokens": 2048, "finish_reason": "length"}


def background(tier):
    return ChunkContext(tier=tier, parts=(("Section", f"Told at {tier}"),) if tier else ())


def job(text=TEXT, *, first=0, most=None, findings=False, **config):
    base = job_for(text, language="fr")
    changed = base.config.model_copy(update=config)
    tiers = Tiers(first, first if most is None else most, background, "digest", findings)
    passage = replace(base.passage, context=background(first))
    return replace(base, config=changed, tiers=tiers, passage=passage, places=replace(base.places, config=changed))


def reviewed(job, *lines):
    edits = review_chunk(job, client(*lines), Waits())
    again = placed_again(job, without_places(edits))
    assert (again.ops, again.refused) == (edits.ops, edits.refused)
    return edits


def told(edits):
    return [(entry.policy, entry.from_, entry.to, entry.recovered) for entry in edits.escalations]


def changes(edits):
    return [(op.before_text, op.after_text) for op in edits.ops]


def result(edits, text=TEXT):
    for op in sorted(edits.ops, key=lambda op: op.span, reverse=True):
        text = text[: op.span.start] + op.after_text + text[op.span.end :]
    return text


# A


def test_a_chunk_that_is_degenerate_with_background_is_asked_without():
    edits = reviewed(job(first=1), {"when": {"contains": "Told at 1"}, **NOTHING}, {"reply": [SLIP]})
    assert told(edits) == [("A", "tier 1", "tier 0", True)]
    assert edits.escalations[0].reason == "degenerate: 2048 tokens and no visible text"
    assert (edits.outcome, changes(edits)) == (Outcome.OPS, [("", "s")])
    assert edits.metrics.worker_calls == 2
    assert [reply.policy for reply in edits.replies] == ["", "A"]


def test_no_policy_fires_where_all_is_well_or_another_thing_is_wrong():
    for line in ({"reply": []}, {"reply": [SLIP]}, {"reply": "x"}, {"status": 500}, {"reply": ""}):
        assert reviewed(job(first=1, most=3), line).escalations == ()


def test_policies_can_be_switched_off():
    edits = reviewed(job(first=1, adaptive=Adaptive(enabled=False)), NOTHING)
    assert (edits.escalations, edits.outcome, edits.metrics.worker_calls) == ((), Outcome.DEGENERATE, 1)


def test_an_answer_that_failed_is_told_as_that():
    edits = reviewed(job(first=1), {"when": {"contains": "Told at 1"}, **NOTHING}, {"status": 500})
    assert (told(edits), edits.outcome) == ([("A", "tier 1", "tier 0", False)], Outcome.BACKEND_ERROR)


# B


def test_a_chunk_in_which_rules_found_something_is_asked_with_more_background():
    lines = {"when": {"contains": "Told at 2"}, "reply": [SLIP]}, {"reply": []}
    edits = reviewed(job(first=1, most=3, findings=True), *lines)
    assert told(edits) == [("B", "tier 1", "tier 2", True)]
    assert changes(edits) == [("", "s")]


@pytest.mark.parametrize("changed", [{"findings": False}, {"most": 1}])
def test_without_findings_or_budget_it_is_not(changed):
    edits = reviewed(job(**{"first": 1, "most": 3, "findings": True, **changed}), {"reply": []})
    assert (edits.escalations, edits.outcome) == ((), Outcome.CLEAN)


def test_what_was_clean_stays_clean_where_more_background_leads_nowhere():
    lines = {"when": {"contains": "Told at 2"}, **NOTHING}, {"reply": []}
    edits = reviewed(job(first=1, most=3, findings=True), *lines)
    assert (told(edits), edits.outcome) == ([("B", "tier 1", "tier 2", False)], Outcome.CLEAN)


def test_a_chunk_that_was_degenerate_with_background_is_not_given_that_again():
    lines = {"when": {"contains": "Told at 1"}, **NOTHING}, {"reply": []}
    assert [entry[0] for entry in told(reviewed(job(first=1, most=3, findings=True), *lines))] == ["A"]


# C and D

SHOWN = {"contains": "Citation1"}
PLAIN = {"contains": "La pompe sont neuve."}


def test_content_that_derails_a_model_is_shown_simpler_once():
    lines = ({"when": SHOWN, "reply": [SLIP]}, NOTHING)
    edits = reviewed(job(first=1), *lines)
    assert told(edits) == [
        ("A", "tier 1", "tier 0", False),
        ("C", "the passage as it is", "recipes blockquote_flatten, emoji_mask", True),
    ]
    assert (changes(edits), edits.recipes) == ([("", "s")], ("blockquote_flatten", "emoji_mask"))
    files = {file.name: file.text for file in edits.masks}
    assert files["_QUOTE_1.md"] == QUOTE.rstrip("\n")
    assert json.loads(files["_EMOJI.json"])[0]["text"] == "🔥"
    recipe = json.loads(files["_recipe.json"])
    assert recipe["transforms"] == ["blockquote_flatten", "emoji_mask"]
    assert recipe["mapping_keys"] == ["[[QUOTE_BLOCK_1]]", "[[EMOJI_1]]"]
    assert recipe["tokens_after"] < recipe["tokens_before"]
    assert (recipe["recovered"], recipe["ops_count"], recipe["extraction_method"]) == (True, 1, "json_strict")


def test_a_chunk_that_stays_degenerate_is_kept_as_an_example():
    edits = reviewed(job(first=1, md_strip=MdStrip(bold_threshold=1)), NOTHING)
    assert [entry[0] for entry in told(edits)] == ["A", "C", "D"]
    assert edits.outcome is Outcome.DEGENERATE
    (kept,) = edits.exemplars
    example = json.loads(kept.text)
    assert (kept.name, example["text"]) == (".json", job().passage.text)
    assert example["tier_history"] == [1, 0, 0, 0]
    assert example["recipes_applied"] == ["blockquote_flatten", "emoji_mask", "markdown_strip"]


def test_markup_is_taken_away_last_and_edits_keep_it():
    lines = ({"when": PLAIN, "reply": [edit("pompe sont neuve", "pompe est neuve")]}, NOTHING)
    edits = reviewed(job(md_strip=MdStrip(bold_threshold=1)), *lines)
    assert [entry[0] for entry in told(edits)] == ["C", "D"]
    assert edits.escalations[1].reason == "degenerate: 2048 tokens and no visible text; bold_markers 1 >= 1"
    assert result(edits) == TEXT.replace("sont", "est")
    assert {file.name for file in edits.masks} >= {"_MDSTRIP_0.txt", "_MDSTRIP_0.recipe.json"}


@pytest.mark.parametrize(
    "config",
    [{"content_recipes": ContentRecipes(enabled=False)}, {"md_strip": MdStrip(enabled=False)}, {}],
    ids=["no recipes", "no strip", "not dense"],
)
def test_they_fire_only_where_they_may(config):
    fired = [entry[0] for entry in told(reviewed(job(**config), NOTHING))]
    assert fired == ([] if "content_recipes" in config else ["C"])


def test_a_simple_chunk_is_not_asked_again():
    assert reviewed(job("# Pompes\n\nLa pompe sont neuve.\n"), NOTHING).escalations == ()


# What is said of masked text


def test_a_proposal_that_loses_a_placeholder_is_refused_with_what_it_stands_for():
    text = "# Pompes\n\nLe débit $q_1$ sont nul.\n"
    edits = reviewed(job(text), {"reply": [edit("débit Expression1 sont", "débit sont")]})
    assert edits.ops == ()
    assert edits.refused[0].message == "it leaves out '$q_1$', which the model was not shown as it is"


def test_no_token_reaches_a_flag_or_a_note():
    text = "# Pompes\n\nLe débit $q_1$ sont nul.\n"
    flag = {"action": "flag_only", "before": "débit Expression1", "after": "", "rationale": "What is Expression1?"}
    edits = reviewed(job(text), {"reply": [flag, edit("Expression1 sont", "Expression1 est", rationale="Expression1")]})
    assert [op.action.value for op in edits.ops] == ["flag_only", "replace"]
    assert "Expression" not in edits.model_copy(update={"replies": (), "masks": ()}).model_dump_json()


def test_the_tutor_reads_what_the_worker_read():
    text = "# Pompes\n\nLe débit $q_1$ sont nul.\n"
    base = job(text)
    with_tutor = replace(base, models=replace(base.models, tutor="tutor-model"))
    seen = "Expression1 sont nul"
    lines = (
        {"when": {"stage": "tutor", "contains": seen}, "reply": "ACCEPTED"},
        {"when": {"stage": "edit", "contains": seen}, "reply": [edit("Expression1 sont", "Expression1 est")]},
    )
    edits = reviewed(with_tutor, *lines)
    assert (result(edits, text), edits.metrics.tutor_verdict) == (text.replace("sont", "est"), "accepted")


# Parts


def split_job(text, most):
    base = job(text)
    config = base.config
    parts = []
    for part in chunk_parts(base.places.parsed, base.chunk, most):
        own = text[part.span.start : part.span.end]
        places = ChunkPlaces(part.model_copy(update={"chunk_id": base.chunk.chunk_id}), base.places.parsed, config)
        name = part.chunk_id.rsplit("_", 1)[1]
        passage = Passage(own, "fr", ChunkContext())
        parts.append(replace(base, chunk=part, places=places, passage=passage, part=name))
    return replace(base, parts=tuple(parts))


LONG = (
    "# Pompes\n\n" + "\n\n".join(f"Le {n} pompe est là, avec {n} autres mots dans la phrase." for n in range(30)) + "\n"
)


def test_parts_are_asked_one_by_one_and_are_one_result():
    both = split_job(LONG, 250)
    names = [part.chunk.chunk_id for part in both.parts]
    assert names == [f"{both.chunk.chunk_id}_a", f"{both.chunk.chunk_id}_b"]
    lines = (
        {"when": {"chunk": names[0]}, "reply": [edit("Le 3 pompe", "La 3 pompe")]},
        {"when": {"chunk": names[1]}, "reply": [edit("Le 28 pompe", "La 28 pompe")]},
    )
    edits = reviewed(both, *lines)
    assert (edits.chunk_id, edits.outcome, len(edits.ops)) == (both.chunk.chunk_id, Outcome.OPS, 2)
    assert {op.target.chunk_id for op in edits.ops} == {both.chunk.chunk_id}
    assert [reply.part for reply in edits.replies] == ["a", "b"]
    assert (edits.metrics.worker_calls, edits.metrics.ops_proposed, edits.metrics.parts) == (2, 2, 2)


def test_a_part_that_fails_is_told_and_the_other_counts():
    both = split_job(LONG, 250)
    lines = (
        {"when": {"chunk": both.parts[0].chunk.chunk_id}, "status": 500},
        {"reply": [edit("Le 28 pompe", "La 28 pompe")]},
    )
    edits = reviewed(both, *lines)
    assert (edits.outcome, len(edits.ops)) == (Outcome.BACKEND_ERROR, 1)
    assert edits.reason.startswith("part a: ")


def test_policies_fire_for_each_part():
    both = split_job(f"{LONG}\n{QUOTE}", 290)
    second = both.parts[1]
    lines = (
        {"when": {"chunk": second.chunk.chunk_id, "contains": "Citation1"}, "reply": []},
        {"when": {"chunk": second.chunk.chunk_id}, **NOTHING},
        {"reply": []},
    )
    edits = reviewed(both, *lines)
    assert [(entry.policy, entry.part) for entry in edits.escalations] == [("C", "b")]
    assert {file.name for file in edits.masks} == {"_b_QUOTE_1.md", "_b_recipe.json"}
    assert edits.outcome is Outcome.CLEAN


def test_nothing_is_asked_twice_in_the_same_words():
    """Where a tier has nothing to tell, the chunk was asked without background already."""
    silent = Tiers(1, 3, lambda tier: ChunkContext(tier=tier), "digest", findings=True)
    base = replace(job("# Pompes\n\nLa pompe sont neuve.\n"), tiers=silent)
    for line in (NOTHING, {"reply": []}):
        assert reviewed(base, line).escalations == ()


def test_more_background_is_the_next_that_tells_anything():
    def at(tier):
        return ChunkContext(tier=tier, parts=(("Findings", "two or three"),) if tier >= 2 else ())

    base = replace(job(), tiers=Tiers(0, 3, at, "digest", findings=True))
    edits = reviewed(base, {"when": {"contains": "two or three"}, "reply": [SLIP]}, {"reply": []})
    assert told(edits) == [("B", "tier 0", "tier 2", True)]


# Marker first


def test_a_backend_that_goes_on_from_a_beginning_is_given_the_begin_marker():
    rest = f"{json.dumps([SLIP], ensure_ascii=False)}\nEND_EDIT_OPS"
    edits = reviewed(job(), {"when": {"stage": "edit", "continues": "BEGIN_EDIT_OPS\n"}, "reply": rest})
    assert (changes(edits), edits.metrics.extraction_method) == ([("", "s")], "tagged_payload")
    assert (edits.metrics.short_circuited, edits.replies[0].text) == (True, rest)


def test_what_follows_the_marker_is_looked_at_without_it():
    line = {"when": {"continues": "BEGIN_EDIT_OPS\n"}, "reply": " \n ", "completion_tokens": 2048}
    edits = reviewed(job("# Pompes\n\nLa pompe sont neuve.\n"), line)
    assert edits.outcome is Outcome.DEGENERATE


# What an earlier attempt gave is not lost


def test_proposals_before_a_reply_went_nowhere_are_kept_where_the_next_gives_none():
    begun = json.dumps([SLIP], ensure_ascii=False).removesuffix("]") + ", " + " " * 900
    first = {"when": {"contains": "Told at 1"}, "reply": begun, "finish_reason": "length"}
    edits = reviewed(job("# Pompes\n\nLa pompe sont neuve.\n", first=1), first, {"status": 500})
    assert (edits.outcome, changes(edits)) == (Outcome.DEGENERATE, [("", "s")])


def test_what_was_refused_at_first_is_told_also_where_more_background_gave_something():
    lines = {"when": {"contains": "Told at 2"}, "reply": [SLIP]}, {"reply": [edit("ne s'y trouve pas", "autre")]}
    edits = reviewed(job(first=1, most=3, findings=True), *lines)
    assert (told(edits), len(edits.ops)) == ([("B", "tier 1", "tier 2", True)], 1)
    assert [refused.quote for refused in edits.refused] == ["ne s'y trouve pas"]
