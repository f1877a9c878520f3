"""What people are told of the recorded background of prompts."""

from reviewer.model.pyramid import HeldContext, Pyramid
from reviewer.service.workspace.context_text import stale_note, told_to_models


def held(*stale: str) -> HeldContext:
    return HeldContext(run="2031-02-03", outline="", settings="", pyramid=Pyramid(), stale=stale)


def test_where_models_were_told_nothing_nothing_is_said() -> None:
    assert told_to_models(None) == ""


def test_a_background_that_the_document_still_has_is_dated() -> None:
    assert told_to_models(held()) == "summaries of the run of 2031-02-03; the document still has them"


def test_stale_parts_are_named_with_the_way_to_renew_them() -> None:
    for said in (told_to_models(held("abstract", "S2")), stale_note(held("abstract", "S2"))):
        assert "abstract, S2" in said
        assert "review --refresh-context" in said


def test_of_many_stale_parts_the_first_are_named() -> None:
    said = told_to_models(held(*(f"S{number}" for number in range(1, 31))))
    assert "S10 and 20 more" in said
    assert "S11" not in said
