"""What a model wrote anew becomes the least edits, each with a word on both sides."""

from hypothesis import given
from hypothesis import strategies as st
from model_desk import edit, job_for

from reviewer.model.edit import Action, Source
from reviewer.plan.split import Splitter

WORKER = Source(type="worker", model="m")
WORDS = (
    *("The", "crew", "of", "the", "lock", "waits", "for", "a", "barge"),
    *("that", "comes", "at", "noon", "and", "leaves", "with", "the", "tide"),
)
FATES = ("drop", "double", "slip", "keep", "keep", "keep")


def parts(before, after):
    """The two texts of each part as they are told, and the text that they make together."""
    job = job_for(f"# Yard\n\n{before}\n")
    text = job.places.parsed.document.text
    ops, refused = job.places.place([edit(before, after, kind="grammar")], WORKER)
    assert refused == ()
    found = [part for op in ops for part in Splitter(_places(job), job.chunk.span, job.config).parts(op)]
    told = []
    for part in found:
        left, right = part.around
        start, end = part.span
        told.append((text[start - left : end + right],
                     text[start - left : start] + part.after_text + text[end : end + right]))  # fmt: skip
    made = text
    for part in reversed(found):
        made = made[: part.span.start] + part.after_text + made[part.span.end :]
    return found, told, made


def _places(job):
    from reviewer.plan.place import Places

    return Places(job.places.parsed, [job.chunk])


def test_a_doubled_word_and_a_slip_are_two_replacements_with_words():
    before = "The crew waits at the the lock for long and a barge comes at nooon."
    after = "The crew waits at the lock for long and a barge comes at noon."
    found, told, made = parts(before, after)
    assert [part.action for part in found] == [Action.REPLACE] * 2
    assert made == f"# Yard\n\n{after}\n"
    for pair in told:
        assert all(any(map(str.isalnum, side)) for side in pair)


@given(st.lists(st.sampled_from(FATES), min_size=len(WORDS), max_size=len(WORDS)))
def test_every_part_has_a_word_on_each_side_and_together_they_make_the_text(fates):
    def fate(word, what):
        return {"drop": [], "double": [word, word], "slip": [word + "x"], "keep": [word]}[what]

    wrong = [piece for word, what in zip(WORDS, fates, strict=True) for piece in fate(word, what)]
    before, after = f"{' '.join(['Now', *wrong, 'so'])}.", f"{' '.join(['Now', *WORDS, 'so'])}."
    if before == after:
        return
    found, told, made = parts(before, after)
    assert made == f"# Yard\n\n{after}\n"
    if len(found) > 1:
        assert all(any(map(str.isalnum, side)) for pair in told for side in pair)
        assert {part.action for part in found} == {Action.REPLACE}
