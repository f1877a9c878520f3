"""The prompt templates that are installed with the tool (package ``prompts``)."""

from dataclasses import fields
from functools import cache
from importlib.resources import files

from reviewer.plan.prompt import Prompts
from reviewer.plan.proofread.prompt import ProofreadPrompts
from reviewer.validate.chains import EDITORIAL, MEANING, SPOKEN_FORM
from reviewer.validate.prompt import ValidatorPrompts


@cache
def read_prompts() -> Prompts:
    """The texts of all templates of the edit calls."""
    return Prompts(**{field.name: template(field.name) for field in fields(Prompts)})


@cache
def read_proofread_prompts() -> ProofreadPrompts:
    """The texts of the templates of proofreading calls."""
    return ProofreadPrompts(**{field.name: template(field.name) for field in fields(ProofreadPrompts)})


@cache
def read_validator_prompts() -> ValidatorPrompts:
    """The texts of all templates of the validators."""
    validators = {key: template(f"validate_{key}") for key in (SPOKEN_FORM, MEANING, EDITORIAL)}
    return ValidatorPrompts(validators, template("validate_task"))


@cache
def template(name: str) -> str:
    """The text of one template, without ``.j2`` in its name."""
    return files("prompts").joinpath(f"{name}.j2").read_text(encoding="utf-8")
