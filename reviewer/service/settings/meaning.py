"""What the types of a configuration cannot say of its values."""

from collections.abc import Iterable, Mapping, Sequence

from reviewer.config import ReviewerConfig
from reviewer.endpoint import refuse_secrets
from reviewer.errors import UserError
from reviewer.service.settings.keys import nearest
from reviewer.service.settings.values import bad_value
from reviewer.user_pattern import BadPattern, compile_pattern


def check_orders(config: ReviewerConfig, origins: Mapping[str, str]) -> None:
    """Least and most, where each is a key. Raises UserError ``bad-value``."""
    chunk, adaptive = config.chunk, config.adaptive
    for name, value, most in (
        ("chunk.min_chunk_tokens", chunk.min_chunk_tokens, chunk.max_chunk_tokens),
        ("adaptive.default_tier", adaptive.default_tier, adaptive.tier_max),
    ):
        if value > most:
            raise bad_value(name, value, f"a whole number up to {most}", origins[name])


def check_meaning(config: ReviewerConfig, origins: Mapping[str, str]) -> None:
    """Endpoints hold no secrets, patterns compile, kinds, languages and rule ids exist.

    ``origins`` says where each key came from that was given; what was not is as it should be.

    Raises:
        UserError: ``bad-value``, and as ``refuse_secrets`` and ``check_rule_ids``.
    """
    refuse_secrets(config.llm, origins)
    if config.style.language is not None:
        _check_language(config.style.language, origins)
    name = "style.ai_leftover_patterns"
    for pattern in config.style.ai_leftover_patterns if name in origins else ():
        try:
            compile_pattern(pattern)
        except BadPattern as error:
            raise bad_value(name, pattern, f"regular expressions ({error})", origins[name]) from None
    if "style.silent_allowlist" in origins:
        from reviewer.model.edit import EDIT_KINDS

        _check_names("style.silent_allowlist", config.style.silent_allowlist, EDIT_KINDS, origins)
    rule_names = [name for name in origins if name.startswith("rules.")]
    if rule_names:
        from reviewer.scan.registry import check_rule_ids

        for name in rule_names:
            used = config.rules.disable if name == "rules.disable" else (name.removeprefix("rules.severity."),)
            try:
                check_rule_ids(used)
            except UserError as error:
                raise UserError(error.code, f"{error.message} (from {origins[name]})", error.hint) from None


def _check_language(language: str, origins: Mapping[str, str]) -> None:
    from reviewer.scan.language_codes import is_language

    if not is_language(language):
        allowed = "a language code such as en, fr or pt-BR (ISO 639)"
        raise bad_value("style.language", language, allowed, origins["style.language"])


def _check_names(name: str, used: Iterable[str], known: Sequence[str], origins: Mapping[str, str]) -> None:
    for item in used:
        if item not in known:
            close = nearest(item, known)
            allowed = f"one of {', '.join(known)}"
            meant = f"did you mean {close!r}? " if close else ""
            message = f"{name}: {item!r} does not exist (from {origins[name]})"
            raise UserError("bad-value", message, f"{meant}allowed: {allowed}")
