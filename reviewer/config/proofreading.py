"""Keys about proofreading paragraph by paragraph, and its policy."""

from typing import Annotated, Literal

from pydantic import Field

from reviewer.model.frozen import Frozen

_STEP = r"(?:silent|attention) [01](?:\.\d+)?(?: gain -?\d+(?:\.\d+)?| unscored)?"
_CLASSES = ("unknown", "repeat", "inflection", "slip", "function", "rewrite")
PolicyRow = Annotated[
    str,
    Field(
        pattern=rf"^(?:drop|{_STEP}(?:, {_STEP})*)$",
        description="drop, or steps as in 'silent 0.2 gain 2, attention 0.1 unscored'",
    ),
]
"""Steps of the proofreading policy, the best first."""
PolicyName = Annotated[str, Field(pattern=rf"^[a-z]{{2}}-(?:small|medium|large)-(?:{'|'.join(_CLASSES)})$")]
"""Language, size of the model, class of the edit."""

_SLIPS = "silent 0.02, attention 0.01"
_FORMS = "attention 0.1 gain 0, attention 0.02 gain 5, attention 0.1 unscored"
_OTHER_WORDS = "attention 0.1 gain 3, attention 0.02 gain 5, attention 0.1 unscored"
_SMALL_WORDS = "attention 0.1 gain 0, attention 0.02 gain 4, attention 0.1 unscored"
_SLIPS_FR = "attention 0.05 gain 0, attention 0.02 gain 4"
_FORMS_FR = "attention 0.1 gain 2, attention 0.04 gain 5, attention 0.2 unscored"
_SMALL_WORDS_FR = "attention 0.05 gain 4"
_PROOFREAD_ROWS: dict[str, tuple[str, str, str, str, str, str]] = {
    "en-small": (_SLIPS, _SLIPS, "silent 0.1 gain 4, attention 0.3", "drop", "attention 0.2", "drop"),
    "en-medium": (
        "silent 0.2, attention 0.1, attention 0.02 gain 2",
        "silent 0.2, attention 0.1",
        f"silent 0.2 gain 2, {_FORMS}",
        _OTHER_WORDS,
        _SMALL_WORDS,
        _FORMS,
    ),
    "en-large": (
        "silent 0.3, attention 0.1, attention 0.02 gain 2",
        "silent 0.3, attention 0.1",
        f"silent 0.3 gain 2, {_FORMS}",
        _OTHER_WORDS,
        _SMALL_WORDS,
        _FORMS,
    ),
    "fr-small": ("attention 0.1", "attention 0.1", "drop", "drop", "drop", "drop"),
    "fr-medium": (f"silent 0.2, {_SLIPS_FR}", "silent 0.2", _FORMS_FR, "drop", _SMALL_WORDS_FR, "drop"),
    "fr-large": (
        f"silent 0.3, attention 0.2, {_SLIPS_FR}",
        "silent 0.3, attention 0.2",
        _FORMS_FR,
        "drop",
        _SMALL_WORDS_FR,
        "drop",
    ),
}
"""Language and size, then a row of the policy for each class of edits. Those of small and medium models were chosen by
reading what models of 0.5 and 1.5 billion weights would change in documents whose errors are known (docs and benchmarks
have the figures). Larger ones were never measured: they are silent from 0.3, and a person is told of what those of
medium size would do silently below."""
_PROOFREAD_POLICY = {
    f"{group}-{kind}": row for group, rows in _PROOFREAD_ROWS.items() for kind, row in zip(_CLASSES, rows, strict=True)
}


class ProofreadConfig(Frozen):
    """Proofreading paragraph by paragraph (docs/proofreading.md)."""

    model_size: Literal["auto", "small", "medium", "large"] = Field(
        "auto",
        description="rows of the policy that hold: small up to 0.9 B weights, medium up to 3 B; auto: as the backend "
        "or the name says",
    )
    policy: dict[PolicyName, PolicyRow] = Field(
        _PROOFREAD_POLICY,
        description="which edits are made, by language, size and class: tier, least probability, least likelihood "
        "gain; unscored: where the backend scores no text, so that no gain is known",
    )
    least_words: int = Field(4, ge=1, description="words from which a paragraph is proofread")
    least_letters: float = Field(0.5, ge=0, le=1, description="share of letters from which it is")
    term_uses: int = Field(3, ge=1, description="uses from which a word that no list has is a term of its document")
    alternatives: int = Field(4, ge=1, le=20, description="alternatives that are asked for at each token")
    least_alternative: float = Field(
        0.01, gt=0, le=1, description="probability from which an alternative is looked at, and stored"
    )
    most_doubts: int = Field(40, ge=0, description="doubts of one paragraph that are followed")
    follow_tokens: int = Field(8, ge=2, description="tokens within which a doubt must be back in the source")
    answer_length: float = Field(1.3, ge=1, description="tokens of an answer, as a share of its paragraph's")
    changed_share: float = Field(0.3, gt=0, le=1, description="share of its words that an answer may change")
