"""Which computed beginning a call goes on from."""

from hypothesis import given
from hypothesis import strategies as st

from reviewer.llm.llamacpp_kept import FEW, Kept, Start

EXAMPLES = list(range(100))


def paragraph(number):
    return [1000 * number + at for at in range(FEW * 3)]


def computed(kept, tokens, *, plain=False):
    start = kept.start(tokens, len(tokens), plain=plain)
    kept.extend(start.sequence, tokens[start.kept :])
    return start


def test_the_examples_of_another_paragraph_are_copied_and_that_paragraph_stays():
    kept = Kept(4)
    first = computed(kept, EXAMPLES + paragraph(1))
    second = computed(kept, EXAMPLES + paragraph(2))
    assert (first.kept, second.kept, second.source) == (0, len(EXAMPLES), first.sequence)
    assert second.sequence != first.sequence
    again = computed(kept, [*EXAMPLES, *paragraph(1)[:20], 7, 8])
    assert again == Start(first.sequence, first.sequence, len(EXAMPLES) + 20)
    assert computed(kept, [*EXAMPLES, *paragraph(2), 9]).kept == len(EXAMPLES + paragraph(2))


def test_plain_texts_push_no_prompt_out():
    kept = Kept(4)
    computed(kept, EXAMPLES + paragraph(1))
    assert {computed(kept, paragraph(number), plain=True).sequence for number in range(2, 9)} == {3}
    assert computed(kept, EXAMPLES + paragraph(1)).kept == len(EXAMPLES + paragraph(1))


def test_what_lay_longest_gives_way():
    kept = Kept(4)
    used = [computed(kept, EXAMPLES + paragraph(number)).sequence for number in (1, 2, 3)]
    assert sorted(used) == [0, 1, 2]
    computed(kept, [*EXAMPLES, *paragraph(1), 5])
    computed(kept, EXAMPLES + paragraph(4))
    assert computed(kept, [*EXAMPLES, *paragraph(1), 5, 6]).kept == len(EXAMPLES + paragraph(1)) + 1


def test_no_more_is_kept_than_may_be():
    kept = Kept(4)
    computed(kept, EXAMPLES)
    assert kept.start(EXAMPLES, 40, plain=False).kept == 40


def test_what_is_forgotten_is_computed_again():
    kept = Kept(4)
    start = computed(kept, EXAMPLES)
    assert kept.others(start.sequence) == []
    assert kept.others(3) == [start.sequence]
    kept.forget(start.sequence)
    assert (kept.length(start.sequence), computed(kept, EXAMPLES).kept) == (0, 0)


TOKENS = st.lists(st.integers(0, 2), min_size=1, max_size=40)


@given(st.lists(st.tuples(TOKENS, st.booleans(), st.integers(0, 40)), max_size=20))
def test_what_is_kept_is_the_beginning_of_what_was_computed(calls):
    kept, model = Kept(4), {}
    for tokens, plain, most in calls:
        start = kept.start(tokens, most, plain=plain)
        assert model.get(start.source, [])[: start.kept] == tokens[: start.kept]
        assert start.kept <= min(most, len(tokens))
        assert (start.sequence == 3) is plain
        model[start.sequence] = tokens[: start.kept]
        assert kept.length(start.sequence) == start.kept
        kept.extend(start.sequence, tokens[start.kept :])
        model[start.sequence] = tokens
