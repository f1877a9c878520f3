"""What a document says again and again and no list has is its own word, and is not corrected."""

import random
from string import ascii_lowercase

from growth import grows_linearly
from hypothesis import given
from hypothesis import strategies as st
from proofread_desk import REWRITE, Words, edits, job, run

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.plan.proofread.job import proofread_inputs
from reviewer.plan.proofread.terms import meant_names, names_of, terms_of
from reviewer.validate.preserve.edit_words import distance

TEXT = "The borrowck runs. A Borrowck stops, as borrowck does, and the usefull one is `usefull usefull`.\n"


def test_unknown_words_that_stand_often_in_prose_are_terms():
    parsed = parse(read_document(TEXT.encode(), "doc.md"))
    assert terms_of(parsed, Words("borrowck", "usefull"), "en", 3) == {"borrowck"}
    assert terms_of(parsed, Words("usefull"), "en", 3) == frozenset()


def test_a_term_is_not_corrected_and_others_are():
    text = "The borrowck runs here, as it is usefull now.\n"
    wrote = {"reply": "The borrowk runs here, as it is useful now."}
    plain = job(text, REWRITE, "borrowck", "usefull")
    told = job(text, REWRITE, "borrowck", "usefull", terms=frozenset({"borrowck"}))
    assert len(run(plain, wrote).ops) == 2
    assert edits(run(told, wrote).ops, text) == [text.replace("usefull", "useful")]
    assert proofread_inputs(plain) != proofread_inputs(told)


def test_a_term_of_another_passage_changes_no_key():
    text = "The node runs here, as it is now.\n"
    assert proofread_inputs(job(text, REWRITE)) == proofread_inputs(job(text, REWRITE, terms=frozenset({"borrowck"})))


def named(text, least, *unknown):
    return names_of(parse(read_document(text.encode(), "doc.md")), Words(*unknown), least)


def test_names_are_what_stands_often_with_a_capital_in_prose():
    text = "An Endpoint, Endpoint and `Codename`. Every Endpoint is a Host. ENDPOINT. The Codename, a Codename.\n"
    assert named(text, 3) == {"Endpoint"}


def test_of_a_common_word_uses_without_a_capital_count_too():
    text = "An endpoint is an endpoint of a Discovery Endpoint Service, a lorm or a lorm of a Lorm.\n"
    assert named(text, 3, "Lorm", "lorm") == {"Endpoint"}
    assert named(text, 3, "endpoint") == {"Lorm"}
    assert named("An endpoint is an endpoint. Endpoint: an endpoint.\n", 3) == set()


def test_what_opens_a_sentence_a_heading_an_item_or_a_cell_is_no_name():
    table = "| Chapter | Page |\n|---|---|\n| Chapter | Page |\n"
    text = f"# Chapter\n\nChapter one. Chapter two! (Chapter three?)\n“Chapter”\n\n- Chapter four\n- Chapter\n\n{table}"
    assert named(text, 1) == set()
    assert named("In Chapter one.\n\nSee Chapter two.\n", 2) == {"Chapter"}


WORD = st.text(alphabet="abé", max_size=7)


@given(st.sets(WORD), st.sets(WORD))
def test_a_name_is_meant_by_what_is_one_or_two_letters_away(names, unknown):
    names = {name.capitalize() for name in names}
    assert meant_names(names, unknown) == {
        name for name in names if any(0 < distance(word, name.lower()) <= 2 for word in unknown)
    }


def test_a_name_beyond_all_words_is_meant_by_nothing_and_takes_no_time():
    assert meant_names({"A" + "b" * 5000}, {"a" + "b" * 4999}) == frozenset()


def test_names_and_words_are_not_compared_each_with_each():
    letters = random.Random(7)

    def word():
        return "".join(letters.choices(ascii_lowercase, k=9))

    def prepare(size):
        names, unknown = {word().capitalize() for _ in range(size)}, {word() for _ in range(size)}
        return lambda: meant_names(names, unknown)

    assert grows_linearly(prepare, 100)


def test_a_name_that_the_document_uses_is_put_in_the_place_of_a_misspelt_one_and_a_person_is_told():
    text = "The Discovery Enpoint runs here, as it is now.\n"
    wrote = {"reply": "The Discovery Endpoint runs here, as it is now."}
    (op,) = run(job(text, REWRITE, "enpoint", names=frozenset({"Endpoint"})), wrote).ops
    assert (op.before_text, op.after_text, op.needs_attention) == ("", "d", True)
    assert op.confidence < 0.9
    assert run(job(text, REWRITE, "enpoint"), wrote).ops == ()


def test_a_name_that_nothing_here_may_be_meant_as_changes_no_key():
    text = "The node runs here, as it is now.\n"
    assert proofread_inputs(job(text, REWRITE)) == proofread_inputs(job(text, REWRITE, names=frozenset({"Endpoint"})))
