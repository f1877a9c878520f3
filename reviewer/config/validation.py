"""Keys about whether proposed edits are safe to make."""

from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen

Fails = Literal["reject", "attention"]
"""What becomes of an edit that fails a rule: it is not made, or it is and a person is told."""


class PreservationRules(Frozen):
    """What an edit of a model must leave as it is (audita-validators; beyond the seed), and what a failure does."""

    language: Fails = Field("reject", description="it would change the language of its passage")
    cut_word: Fails = Field("reject", description="it would change an end of its quote inside a word")
    placeholder: Fails = Field("reject", description="it would put in a word that stands for no text (None, [deleted])")
    unseen_character: Fails = Field("reject", description="it would put in a character that nobody sees")
    reply_fields: Fails = Field("reject", description="it would put fields of the reply into the text")
    prompt_text: Fails = Field("reject", description="it would put in words of a prompt, or a placeholder for a mask")
    ellipsis: Fails = Field("reject", description="it would put in an ellipsis, where text may have been left out")
    sentence_lost: Fails = Field("reject", description="it would take away most of a sentence without saying so")
    sentence_doubled: Fails = Field("reject", description="it would put in a sentence that the chunk has")
    words_repeated: Fails = Field("reject", description="words would stand twice in a row")
    number_changed: Fails = Field("reject", description="it is a correction and would change a whole number")
    markup_changed: Fails = Field("reject", description="it is a correction and would change markup")
    not_its_kind: Fails = Field("reject", description="it would change more than its kind allows")
    link_targets: Fails = Field("attention", description="a link comes or goes")
    code_spans: Fails = Field("attention", description="code comes or goes")
    inline_math: Fails = Field("attention", description="math comes or goes")
    footnote_marks: Fails = Field("reject", description="a footnote mark comes or goes")
    citations: Fails = Field("reject", description="a citation comes or goes")
    author_citations: Fails = Field("attention", description="author or year of a citation in words changes")
    block_structure: Fails = Field("reject", description="paragraphs, headings, lists … become others")
    numbers: Fails = Field("attention", description="a number differs, its separators and sign included")
    units: Fails = Field("attention", description="a unit differs")
    signs: Fails = Field("attention", description="a sign of comparison or arithmetic differs")
    dates: Fails = Field("attention", description="a month, a day of the week … comes or goes")
    negation: Fails = Field("attention", description="a negation or an exception comes or goes")
    modal_verbs: Fails = Field("attention", description="shall, must, may, doit, peut … come or go")
    quantities: Fails = Field("attention", description="all, only, three, chaque … come or go")
    directions: Fails = Field("attention", description="before, open, with, ou, avant … come or go")
    word_order: Fails = Field("attention", description="words that stay stand in another order")
    other_words: Fails = Field("attention", description="a word becomes its opposite or one that is no form of it")
    names: Fails = Field("attention", description="a name differs (option B, HTML, myVar, Berlin)")
    word_borders: Fails = Field("attention", description="a word is cut in two, or two become one")
    foreign_letters: Fails = Field("attention", description="letters of another script, a tab or a backslash come in")


class ValidationConfig(Frozen):
    """Whether proposed edits are safe to make (audita-validators)."""

    judge: bool = Field(True, description="a model judges each edit that a model proposed (llm.validator_model)")
    judges_from: float = Field(
        3.0, ge=0, description="billions of weights from which a model judges that is no llm.validator_model"
    )
    max_prompt_tokens: int = Field(3000, ge=200, description="estimated tokens of one validator prompt")
    min_confidence: float = Field(0.6, ge=0, le=1, description="a model's edit of less confidence is not made")
    missing_confidence: Literal["reject", "attention", "accept"] = Field(
        "attention", description="what becomes of a model's edit that does not say how sure the model is"
    )
    rules: PreservationRules = PreservationRules()
