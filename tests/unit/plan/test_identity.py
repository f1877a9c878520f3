"""Identity of ops: what changes it and what does not."""

import re

from reviewer.plan.identity import fingerprint, normalised, op_id


def test_snippets_are_compared_in_nfc_casefolded_with_white_space_collapsed():
    assert normalised("  Cafe\u0301\u00a0 NOIR\n") == "café noir"
    assert fingerprint("r", "A\n b", ("x",), 1) == fingerprint("r", "a b", ("x",), 1)


def test_each_part_of_the_fingerprint_counts():
    base = fingerprint("typo", "teh", ("a", "b"), 1)
    others = [("link", "teh", ("a", "b"), 1), ("typo", "te", ("a", "b"), 1), ("typo", "teh", ("a",), 1),
              ("typo", "teh", ("a", "b"), 2)]  # fmt: skip
    assert base not in {fingerprint(*other) for other in others}


def test_an_op_id_is_short_and_says_nothing_of_the_place():
    assert re.fullmatch(r"op-[0-9a-f]{16}", op_id("replace", "a", "b", "m"))
    assert op_id("replace", "a", "b", "m") != op_id("replace", "a", "c", "m")
