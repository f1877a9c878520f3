"""Nothing comes into the text that its author would not write: pieces of words, of the reply, of nothing at all."""

import re
import unicodedata
from collections import Counter

from reviewer.markdown.locate import Located
from reviewer.markdown.word_reach import cut_words, is_inside
from reviewer.model.edit import EditOp
from reviewer.model.position import Span
from reviewer.validate.preserve import edit_words
from reviewer.validate.preserve.around import Around, Rule
from reviewer.validate.preserve.edit_words import Touched

_FIELD = re.compile(
    r"""["'“”]\s*(?:,\s*)+["'“”]?(?:action|line|before|after|kind|severity|confidence|rationale|before_text|after_text"""
    r"""|find|replace|old|new|search|original|section)["'“”]?\s*:"""
)
"""Where a value ends and the next field of a proposal begins."""
_OF_A_PROMPT = re.compile(
    r"(?:BEGIN|END)_EDIT_OPS|</?(?:passage|candidates)\b[^>\n]{0,80}>?|\[/?RVW[^\]\n]{0,40}\]|\bREVIEWER:|\bRVW-\d+"
    r"|[⟦〚][^⟧〛\n]{0,40}[⟧〛]|\{\{[^{}\n]{1,60}\}\}|[\[<(_]{1,2}[A-Z]{3,}(?:_[A-Z]+)*_?\d+[\]>)_]{1,2}"
    r"|\b(?:corrected|revised|improved|edited) (?:version|text|passage|sentence|paragraph)\b"
    r"|\b(?:version|texte|phrase|paragraphe) (?:corrigée?|révisée?)\b",
    re.IGNORECASE,
)
"""Markers of prompts, of notes, of masks, and what small models write before the text that they give back."""
_LEFT_OUT = re.compile(r"…|(?<!\.)\.{3,}")
_NO_TEXT = re.compile(
    r"[\s(\[<{*_]*"
    r"(?:none|null|nil|n/?a|undefined|nan|empty|nothing|deleted?|removed?|no (?:change|text|replacement)|\.\.\.|…)"
    r"[\s)\]>}*_.]*",
    re.IGNORECASE,
)


def _cut_word(op: EditOp, _: Touched, around: Around) -> str | None:
    text, (start, end), (left, right) = around.text, op.span, op.around
    ends = (at for at, beside in ((start, left), (end, right)) if not beside and is_inside(text, at))
    at = next(ends, None)
    if at is None:
        return None
    word = cut_words(text, Located(Span(at, at), "", ""))
    return f"what it quotes ends inside the word “{text[word.start : word.end]}”"


def _placeholder(op: EditOp, _: Touched, around: Around) -> str | None:
    (start, end), (left, right) = op.span, op.around
    quoted = around.text[start - left : end + right]
    put = around.text[start - left : start] + op.after_text + around.text[end : end + right]
    if not _NO_TEXT.fullmatch(put) or _NO_TEXT.fullmatch(quoted) or not quoted.strip():
        return None
    if edit_words.alike(quoted.strip(), put.strip()):  # a slip in one of these words
        return None
    return f"it would put “{put.strip()}”, which stands for no text, in the place of what it quotes"


def _unseen_character(op: EditOp, _: Touched, __: Around) -> str | None:
    come = Counter(filter(_is_unseen, op.after_text)) - Counter(filter(_is_unseen, op.before_text))
    if not come:
        return None
    return f"it would put in the character U+{ord(min(come)):04X}, which nobody sees"


def _reply_fields(op: EditOp, _: Touched, __: Around) -> str | None:
    come = len(_FIELD.findall(op.after_text)) - len(_FIELD.findall(op.before_text))
    return "it would put fields of the reply into the text" if come > 0 else None


def _prompt_text(_: EditOp, view: Touched, around: Around) -> str | None:
    come = Counter(_OF_A_PROMPT.findall(view.after)) - Counter(_OF_A_PROMPT.findall(view.before))
    new = [text for text in come if text not in around.passage]
    return f"it would put in “{new[0].strip()[:40]}”, which is of a prompt or a placeholder" if new else None


def _ellipsis(_: EditOp, view: Touched, __: Around) -> str | None:
    more = len(_LEFT_OUT.findall(view.after)) > len(_LEFT_OUT.findall(view.before))
    return "it would put in an ellipsis, where text may have been left out" if more else None


def _is_unseen(character: str) -> bool:
    category = unicodedata.category(character)
    return (category[0] == "C" or category in {"Zl", "Zp"}) and character not in "\n\r\t"


RULES = (
    Rule("cut_word", _cut_word),
    Rule("placeholder", _placeholder),
    Rule("unseen_character", _unseen_character),
    Rule("reply_fields", _reply_fields),
    Rule("prompt_text", _prompt_text),
    Rule("ellipsis", _ellipsis),
)
"""``cut_word``: the edit changes an end of what it quotes, which stands inside a word of the text: `is`, quoted from
`This`, is another word than the one that the model means. ``placeholder``: a word that stands for no text (`None`,
`[deleted]`) would take the place of what it quotes. ``unseen_character``: a control character or one that nobody sees
would come in (Unicode categories C, Zl and Zp). ``reply_fields``: a field of the reply itself (``", "kind": "style``)
would come in, its quote was not closed. ``prompt_text``: a marker of our prompts and notes, or a placeholder for masked
text, would come in. ``ellipsis``: marks that stand for text that was left out would."""
