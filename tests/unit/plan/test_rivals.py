"""Two proposals that write one sentence otherwise are never mixed into a sentence that nobody wrote."""

from itertools import permutations

import pytest
from growth import grows_linearly
from model_desk import edit, job_for, run

from reviewer.model.edit import RejectCode, Source
from reviewer.model.position import Span
from reviewer.plan.merge import gave_way, merge
from reviewer.plan.rivals import Rivals, in_one_sentence

LEAD = (
    "# Mill\n\nIt stands by the river, where it stood when the oldest of us were young and went there for a swim.\n\n"
)
MILL = "The pump are red and teh door is closed by the old man."
ONE = edit(MILL, "The pump is red and the door is closed by the old man.", kind="grammar")
MANY = edit(MILL, "The pumps are red and the doors are closed by the old man.", kind="grammar")


def page(sentence):
    return f"{LEAD}{sentence}\n"


def reply(sentence, *edits, **more):
    found = run(job_for(page(sentence)), {"reply": list(edits)}, **more)
    assert not found.refused
    return found.ops


def settled(sentence, ops):
    """The sentence as it becomes, and what was merged."""
    merged = merge(ops, page(sentence))
    text = page(sentence)
    for op in reversed(merged.ops):
        text = text[: op.span.start] + op.after_text + text[op.span.end :]
    return text[len(LEAD) : -1], merged


def rewritten(sentence, *changes):
    """A proposal that quotes the whole sentence and changes some of its words, each where it stands first."""
    after = sentence
    for change in changes:
        after = after.replace(*change, 1)
    return edit(sentence, after, kind="style", rationale="better so")


def become(sentence, *edits):
    return settled(sentence, reply(sentence, *edits))[0]


@pytest.mark.parametrize(("first", "second"), [(ONE, MANY), (MANY, ONE)])
def test_of_two_ways_to_write_a_sentence_the_first_is_made_and_the_other_recorded(first, second):
    found, merged = settled(MILL, reply(MILL, first, second))
    assert found == first["after"]
    refused = [gave_way(lost) for lost in merged.overlapped]
    assert {item.code for item in refused} == {RejectCode.OVERLAP}
    assert refused
    assert all(item.message.startswith(("its sentence is written otherwise by", "overlaps")) for item in refused)


def test_what_both_ways_share_is_made_once():
    shared = edit("teh door", "the door")
    for order in permutations((shared, ONE, MANY)):
        found, merged = settled(MILL, reply(MILL, *order))
        assert found in {ONE["after"], MANY["after"]}
        assert len({op.op_id for op in merged.ops}) == len(merged.ops)


@pytest.mark.parametrize(
    "nested",
    [
        edit("The pump are red", "The pumps are red", kind="grammar"),
        edit("pump are", "pumps are", kind="grammar"),
        edit("The pump", "The pumps", kind="grammar"),
    ],
)
def test_a_short_proposal_inside_a_sentence_that_is_written_otherwise(nested):
    assert become(MILL, ONE, nested) == ONE["after"]
    assert become(MILL, nested, ONE) == MILL.replace("pump", "pumps")


def test_all_short_proposals_inside_a_sentence_that_is_written_otherwise_give_way():
    short = edit("pump are", "pumps are", kind="grammar"), edit("door is", "doors are", kind="grammar")
    assert become(MILL, ONE, *short) == ONE["after"]


def test_small_proposals_that_quote_different_words_of_a_sentence_are_all_made():
    small = [
        edit("teh", "the"),
        edit("The pump", "The pumps", kind="grammar"),
        edit("door is", "doors are", kind="grammar"),
    ]
    assert become(MILL, *small) == "The pumps are red and the doors are closed by the old man."


def test_small_proposals_that_quote_different_words_are_all_made_where_another_one_quotes_the_whole_sentence():
    text = "The red car of the old man runs well all day long in the summer."
    small = [edit(*pair, kind="style", rationale="better so") for pair in (("The red", "The crimson"), ("car", "bus"))]
    assert become(text, *small, rewritten(text, ("runs", "drives"))) == text.replace("red car", "crimson bus")


def test_whole_sentences_that_mend_one_word_each_are_all_made():
    text = "The pumps recieve water from teh tank untill noon of each day in summer."
    edits = [edit(text, text.replace(*pair)) for pair in (("recieve", "receive"), ("teh", "the"), ("untill", "until"))]
    assert become(text, *edits) == "The pumps receive water from the tank until noon of each day in summer."


@pytest.mark.parametrize(
    ("sentence", "first", "second"),
    [
        ("The small pump costs 10 EUR here and the large pump costs 20 EUR.", ("10", "20"), ("20", "10")),
        ("You must shut it before you open the gate of the mill by the river.", ("must", "may"), ("before", "after")),
        ("The red car of the old man runs well all day long in the summer.", ("red", "crimson"), ("car", "vehicle")),
        ("La pompe sont rouge et vieille depuis le long hiver de cette année.", ("pompe", "pompes"), ("sont", "est")),
        ("The plan, as they said in spring of last year, is old and worn.", ("plan,", "plan"), ("year,", "year")),
    ],
)
def test_changes_that_need_each_other_are_never_taken_from_two_ways(sentence, first, second):
    edits = [rewritten(sentence, pair) for pair in (first, second)]
    assert become(sentence, *edits) in {one["after"] for one in edits}


@pytest.mark.parametrize(
    ("sentence", "one", "other"),
    [
        ("The load lies between 5 to 10 kg in the old mill by the river.", ("to", "and"), ("between", "from")),
        ("A motor of the mill have their own key here all day.", ("have their", "has its"), ("A motor", "Many motors")),
        ("They work at night by itself in the hall of the mill.", ("itself", "themselves"), ("work", "works")),
        ("It was open from Monday and Friday in the whole winter.", ("and", "to"), ("from", "between")),
        ("The man of the mill wants too go for this in the winter.", ("too", "to"), ("go", "much")),
    ],
)
@pytest.mark.parametrize("turn", [1, -1])
def test_words_that_need_each_other_though_no_list_knows_it_are_never_taken_from_two_ways(sentence, one, other, turn):
    edits = [rewritten(sentence, pair) for pair in (one, other)][::turn]
    assert become(sentence, *edits) in {one["after"] for one in edits}


@pytest.mark.parametrize("turn", [1, -1])
def test_two_sentences_that_are_made_one_are_never_taken_from_two_ways(turn):
    text = "Pump 10 runs by night in the mill. It is said that pump 11 runs by day in the whole year."
    joined = text.replace("mill. It", "mill, it")
    ways = [rewritten(text, ("11", "12")), rewritten(text, ("10", "11"))][::turn]
    found = become(text, edit("mill. It", "mill, it", kind="style", rationale="better so"), *ways)
    assert found == (joined.replace("11", "12") if turn > 0 else joined.replace("10", "11"))


def test_a_way_that_makes_two_sentences_one_gives_way_to_another_of_the_second_sentence():
    text = "Pump 10 runs by night in the mill. It is said that pump 11 runs by day in the whole year."
    found = become(text, rewritten(text, ("11", "12")), rewritten(text, ("10", "11"), ("mill. It", "mill, it")))
    assert found == text.replace("11", "12")


def test_what_ends_a_sentence_is_not_in_one_with_what_follows():
    text = "The pump runs by night in the mill. It is red all day."
    end, behind = reply(text, edit("mill.", "mill!", kind="style"), edit("red", "crimson", kind="style"))
    assert not in_one_sentence(end, behind, page(text))


def test_parts_of_one_proposal_are_no_rivals():
    text = "The red car of the old man runs well all day long in the summer."
    parts = reply(text, rewritten(text, ("red", "crimson"), ("man", "boy")))
    others = reply(text, rewritten(text, ("summer", "winter")))
    rivals = Rivals((*parts, *others), page(text))
    rivals.take(parts[0])
    assert rivals.winner(parts[1:]) is None
    assert rivals.winner(others) == parts[0].op_id


@pytest.mark.parametrize("gap", [" ", "\n  "])
def test_neighbouring_words_are_two_ways_of_one_sentence_where_two_replies_quote_them(gap):
    text = MILL.replace("pump are", f"pump{gap}are")
    ops = [op for part in (("The pump", "The pumps"), ("are red", "is red")) for op in reply(text, edit(*part))]
    for beside, winner in ((True, ops[0].op_id), (False, None)):
        rivals = Rivals(ops, page(text), beside=beside)
        rivals.take(ops[0])
        assert rivals.winner(ops[1:]) == winner


def test_the_other_sentences_of_a_proposal_that_loses_one_are_made():
    text = f"{MILL} We wait untill noon. They recieve it."
    right = MANY["after"] + " We wait until noon. They receive it."
    found = become(text, ONE, edit(text, right, kind="grammar"))
    assert found == ONE["after"] + right[len(MANY["after"]) :]


def test_who_wants_what_another_one_made_and_more_gets_the_rest():
    text = "It was open from Monday and Friday in the whole winter, and big in the eyes of the men."
    less, more = [("and", "to")], [("and", "to"), ("big", "great")]
    first, second = (reply(text, rewritten(text, *changes)) for changes in (less, more))
    found, merged = settled(text, (*first, *second))
    assert found == text.replace("and", "to", 1).replace("big", "great")
    assert merged.overlapped == ()


def by(kind, op):
    return op.model_copy(update={"source": Source(type=kind), "op_id": f"op-{kind}", "proposal": ""})


@pytest.mark.parametrize("kind", ["human", "fixer", "tutor"])
def test_a_stronger_edit_that_puts_other_words_keeps_its_sentence(kind):
    text = "The men recieve teh keys and it are kept in the old house of the mill."
    (other,) = reply(text, edit("recieve teh", "received teh"))
    whole = reply(text, edit(text, text.replace("recieve", "receive").replace("it are", "it is"), kind="grammar"))
    found, merged = settled(text, (*whole, by(kind, other)))
    assert found == text.replace("recieve", "received")
    assert [lost.op for lost in merged.overlapped] == list(whole)


@pytest.mark.parametrize("kind", ["human", "fixer", "tutor"])
def test_a_part_that_wants_the_same_word_and_more_is_lost_alone(kind):
    text = "The men recieve teh keys and the sofware are kept in the old house of the mill."
    (fixed,) = reply(text, edit("sofware", "software"))
    right = text.replace("sofware are", "software is").replace("recieve", "receive")
    found, merged = settled(text, (*reply(text, edit(text, right, kind="grammar")), by(kind, fixed)))
    assert found == text.replace("sofware", "software").replace("recieve", "receive")
    assert len(merged.overlapped) == 1


@pytest.mark.parametrize("kind", ["human", "fixer", "tutor"])
def test_a_part_that_wants_the_same_word_and_less_is_lost_alone(kind):
    text = "The men recieve teh keys and the sofware are kept in the old house of the mill."
    (wider,) = reply(text, edit("sofware are", "software is", kind="grammar"))
    right = text.replace("sofware", "software").replace("recieve", "receive")
    found, merged = settled(text, (*reply(text, edit(text, right)), by(kind, wider)))
    assert found == text.replace("sofware are", "software is").replace("recieve", "receive")
    assert len(merged.overlapped) == 1


def test_many_sentences_with_two_ways_each_cost_what_they_are():
    pair = reply(MILL, ONE, MANY)

    def moved(op, number):
        by = number * (len(MILL) + 1)
        name = f"{op.op_id}-{number}", op.proposal and f"{op.proposal}-{number}"
        span = Span(op.span.start + by, op.span.end + by)
        return op.model_copy(update={"span": span, "op_id": name[0], "proposal": name[1]})

    def prepare(count):
        ops = [moved(op, number) for number in range(count) for op in pair]
        text = page(" ".join([MILL] * count))
        return lambda: kept.append(len(merge(ops, text).ops) / count)

    kept = []
    assert grows_linearly(prepare, 100)
    assert set(kept) == {2}


def test_a_proposal_that_wants_the_same_and_more_is_made_with_it():
    text = "It was open from Monday and Friday in the whole winter, and big in the eyes of the men."
    less = edit(text, text.replace("Monday and", "Monday to"), kind="style")
    more = edit(text, less["after"].replace("big", "great"), kind="style")
    for order in permutations((less, more)):
        found, merged = settled(text, reply(text, *order))
        assert found == more["after"]
        assert not merged.overlapped
