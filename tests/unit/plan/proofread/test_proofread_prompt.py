"""Six examples in the paragraph's language, three of them exact copies; only the last turn differs."""

import pytest
from proofread_desk import PROMPTS

from reviewer.plan.proofread.prompt import has_examples, proofread_messages
from reviewer.plan.proofread.tokens import masks
from reviewer.scan.language import text_language


@pytest.mark.parametrize("language", ["en", "fr"])
def test_examples_are_turns_in_the_language(language):
    messages = proofread_messages(PROMPTS, language, "PARAGRAPH")
    assert [turn.role for turn in messages] == ["system", *("user", "assistant") * 6, "user"]
    asked = [turn.content.rpartition("\n\n")[2] for turn in messages[1:-1:2]]
    answers = [turn.content for turn in messages[2:-1:2]]
    same = [one == other for one, other in zip(asked, answers, strict=True)]
    assert same == [False, True] * 3
    assert [masks(one) for one in asked] == [masks(one) for one in answers]
    assert text_language(" ".join(answers)) == language
    assert messages[-1].content == "PARAGRAPH"


def test_the_beginning_is_the_same_for_all_paragraphs():
    assert proofread_messages(PROMPTS, "en", "one")[:-1] == proofread_messages(PROMPTS, "en", "two")[:-1]


def test_other_languages_have_none():
    assert [has_examples(PROMPTS, language) for language in ("en", "fr", "de", "und", "")] == [True, True] + [False] * 3
