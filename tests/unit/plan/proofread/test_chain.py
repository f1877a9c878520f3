"""What no edit of a proofreader may do; each rule is named in its refusal."""

import pytest
from proofread_desk import Words, seen

from reviewer.plan.proofread.chain import answer_refusal, refusal_of
from reviewer.plan.proofread.tokens import local_edits

KEPT = [
    ("Every node have a queue.", "have", "has"),
    ("It is usefull here.", "usefull", "useful"),
    ("The the scheduler owns it.", "The the", "The"),
    ("We must must not go.", "must must", "must"),
    ("It ran in same time.", "same", "the same"),
    ("They keep it's queue.", "it's", "its"),
    ("Both index are old.", "index", "indexes"),
    ("It dont stop.", "dont", "don't"),
    ("Usefull it is.", "Usefull", "Useful"),
    ("He went. “Usefull” it is.", "Usefull", "Useful"),
    ("He did alot today.", "alot", "a lot"),
    ("The gate open at noon.", "open", "opens"),
    ("It uses the secret identifies it.", "identifies", "to identify"),
    ("The lower bond of it.", "bond", "bound"),
    ("The `c1` are here, in a the queue.", "a the", "the"),
    ("The `c1` have a queue.", "have", "has"),
    ("The `c1` are a queue.", "are", "is"),
    ("With `c1` the the node is here.", "the the", "the"),
    ("It is a list, and ends with list of it.", "with list", "with a list"),
    ("We use the node to run the node to run it.", "to run the node ", ""),
    ("They contributed and contribut to it.", "contribut", "contributed"),
    ("One of they keys is here.", "they", "the"),
    ("It is to be start when checked.", "start", "started"),
]
UNKNOWN = ("contribut", "usefull", "dont", "mircosoft", "alot")


@pytest.mark.parametrize(("text", "old", "new"), KEPT)
def test_real_corrections_pass(text, old, new):
    assert refusal_of(seen(text, old, new, Words(*UNKNOWN)), doubted=True) is None


REFUSED = [
    ("What it is is a part of it.", "is is", "is", "meant-twice"),
    ("What it is is a part of it.", "is ", "", "meant-twice"),
    ("Set the option --usefull now.", "usefull", "useful", "on-purpose"),
    ("Look into docs/usefull now.", "usefull", "useful", "on-purpose"),
    ("Call usefull() now.", "usefull", "useful", "on-purpose"),
    ("Call obj.usefull now.", "usefull", "useful", "on-purpose"),
    ("See [[usefull]] now.", "usefull", "useful", "on-purpose"),
    ("See {{ usefull }} now.", "usefull", "useful", "on-purpose"),
    ("It is usefull [sic] here.", "usefull", "useful", "on-purpose"),
    ("It is “usefull” (sic) here.", "usefull", "useful", "on-purpose"),
    ("Put it `c1`usefull here.", "usefull", "useful", "on-purpose"),
    ("All cluster[s] run.", "cluster", "clusters", "edges"),
    ("All cluster/s run.", "cluster", "clusters", "edges"),
    ("All *cluster*(s) run.", "cluster", "clusters", "edges"),
    ("All cluster(-s) run.", "cluster", "clusters", "edges"),
    ("It opened (and opens) to it.", "opens", "opened", "said-again"),
    ("We contribute (and contributed) to it.", "contribute", "contributed", "said-again"),
    ("The `c1` the call was made at is now.", " the", "", "behind-mask"),
    ("If `c1` the node ends here.", "`c1`", "`c1` is", "protected"),
    ("We take `c1` an owner of it here.", "an", "or", "behind-mask"),
    ("If (u1) the node ends here.", " the", " is the", "behind-mask"),
    ("A value that we bounds checked here.", "bounds", "bounded", "participles"),
    ("A value checked start here.", "start", "started", "participles"),
    ("Call it on at least one path.", " it on", "", "pronoun"),
    ("Before B can time it out here.", " it", "", "pronoun"),
    ("All cluster(s) run.", "cluster", "clusters", "edges"),
    ("Call (un)lock twice.", "lock", "look", "edges"),
    ("It uses the secret identifies it.", "identifies", "to be identifies", "size"),
    ("It uses the secret explicitly.", "explicitly", "to implicitly", "similar"),
    ("To fulfil it.", "fulfil", "fulfill", "spelling"),
    ("To fulfill it.", "fulfill", "fulfil", "spelling"),
    ("See `c1` now.", "`c1`", "`c2`", "protected"),
    ("See `c1` now.", "now", "`c1` now", "protected"),
    ("It takes 10 days.", "10 days", "12 days", "protected"),
    ("A **bold** word.", "**bold**", "bold", "protected"),
    ("Walk in **the** home.", "the", "", "edges"),
    ("Walk in *the* home.", "the", "", "edges"),
    ("Walk in __the__ home.", "the", "", "edges"),
    ("Walk in ~~the~~ home.", "the", "", "edges"),
    ('Walk in "the" home.', "the", "", "edges"),
    ("Walk in (the) home.", "the", "", "edges"),
    ("Walk in “the ” home.", "the", "", "edges"),
    ("Walk in [the](u1) home.", "the", "", "edges"),
    ("Walk in <t1>the<t2> home.", "the", "", "edges"),
    ("The", "The", "", "edges"),
    ("We ask Lefty here.", "Lefty", "lefty", "names"),
    ("We met Jonson at the lock.", "Jonson", "Johnson", "names"),
    ("Our “Jonson” is here.", "Jonson", "Johnson", "names"),
    ("We saw Mircosoft there.", "Mircosoft", "Microsoft", "names"),
    ("Do ask Usefull there.", "ask Usefull", "ask Useful", "names"),
    ("The IALs are here.", "IALs", "IAL", "names"),
    ("It is usefull here.", "usefull", "usefUL", "names"),
    ("We go there by car now.", "there by car", "somewhere else soon", "size"),
    ("A nice house.", "nice", "green", "similar"),
    ("A house.", "house", "big house", "similar"),
    ("He left, and she came.", "left,", "left", "form"),
    ("They walk in the house.", "the", "\n", "protected"),
    ("They walk in house.", "in house", "in\nthe house", "protected"),
    ("They walk in house.", "in house", "in\tthe house", "protected"),
    ("This can not be done.", "can not", "cannot", "form"),
    ("it was so.", "it", "It", "form"),
    ("The home is old.", "The ", "", "form"),
    ("It is. The home is old.", "The ", "", "form"),
    ("The the home is old.", "The ", "", "form"),
    ("an item", "item", "item.", "form"),
    ("He said “no” once.", "“no”", '"no"', "form"),
    ("It may not stop.", "not ", "", "sense"),
    ("It must stop.", "must", "may", "similar"),
    ("It can stop.", "can", "can't", "sense"),
    ("All of six millionths.", "millionths", "millions", "sense"),
    ("It is hardly so.", "hardly", "hard", "sense"),
    ("Half the tens are old.", "tens", "ten", "sense"),
    ("It is seldom cold.", "seldom", "seldo", "sense"),
    ("It is required to run.", "required", "requires", "sense"),
    ("Open the first door.", "first ", "", "similar"),
    ("Wait if it is on.", "if ", "", "sense"),
    ("It is useful here.", "useful", "usefull", "word-lists"),
    ("It is usefull here.", "usefull", "usefulll", "word-lists"),
    ("It is here to stay.", "here", "the", "similar"),
    ("It is on the table.", "on", "on the", "new-repeat"),
    ("It is on *the* table.", "on", "on the", "new-repeat"),
    ("A part which is old.", "which", "that", "preference"),
    ("One of they keys is old.", "they", "them", "preference"),
    ("Take a `c1` now.", "a", "an", "preference"),
    ("It is explicitly so.", "explicitly", "implicitly", "stem"),
]


@pytest.mark.parametrize(("text", "old", "new", "rule"), REFUSED)
def test_what_is_no_slip_is_refused(text, old, new, rule):
    why = refusal_of(seen(text, old, new, Words(*UNKNOWN, "lefty", "ials", "jonson", "usefulll")), doubted=True)
    assert why is not None
    assert why.endswith(f"({rule})")


def test_a_word_of_another_language_does_not_come_in():
    lists = Words("wiht", french=["avec"])
    assert (refusal_of(seen("Do it wiht us.", "wiht", "avec", lists), doubted=True) or "").endswith("(similar)")
    assert (
        refusal_of(seen("Do it aveb us.", "aveb", "avec", Words("aveb", french=["avec"])), doubted=True) or ""
    ).endswith("(language)")


def test_what_the_model_wrote_may_exchange_words_that_are_alike():
    change = seen("The casual link is old.", "casual", "causal")
    assert refusal_of(change, doubted=False) is None
    assert refusal_of(change, doubted=True) is not None


SOURCE = "Every node have a queue. It is old, and it is full of things that nobody reads."


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        (SOURCE.replace("have", "has"), True),
        ("Chaque file est vieille. Elle est pleine de choses que personne ne lit.", False),
        (SOURCE.replace(". It", ", it"), False),
        (SOURCE + " Fixed it.", False),
    ],
)
def test_an_answer_that_rewrites_is_not_looked_at(answer, taken):
    assert (answer_refusal(SOURCE, answer, local_edits(SOURCE, answer), 0.3) is None) == taken


@pytest.mark.parametrize(
    ("text", "old", "new", "names", "why"),
    [
        ("A Discovery Enpoint is one.", "Enpoint", "Endpoint", {"Endpoint"}, None),
        ("A Discovery Enpoint is one.", "Enpoint", "Endpoint", set(), "names"),
        ("As Johnson says it.", "Johnson", "Jonson", {"Jonson"}, "names"),
        ("As ENPOINT says it.", "ENPOINT", "Endpoint", {"Endpoint"}, "names"),
    ],
)
def test_a_name_is_corrected_only_to_one_that_the_document_uses(text, old, new, names, why):
    refusal = refusal_of(seen(text, old, new, Words("enpoint"), names=names), doubted=True)
    assert refusal is None if why is None else refusal.endswith(f"({why})")
