"""The same slip made once more is mended once more; one that a person put back is left to the person."""

from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.clock import SystemClock
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller

FIRST = "# The words\n\nThis is the text that we recieve from them.\n"


def review(path: Path, *, in_place: bool = True) -> ReviewOutcome:
    config = ReviewerConfig(in_place=in_place)
    return review_document(ReviewRequest(path, config), Tools(TyposSpeller(), SystemClock()))


def test_a_slip_that_was_mended_in_place_and_is_made_again_elsewhere_is_mended_again(tmp_path: Path) -> None:
    path = tmp_path / "doc.md"
    path.write_text(FIRST)
    assert review(path).applied == ("RVW-0001",)
    path.write_text(path.read_text() + "\nAnd this is the other text that they recieve from us.\n")
    outcome = review(path)
    assert outcome.applied == ("RVW-0002",)
    assert "recieve" not in path.read_text()
    assert review(path).applied == ()


def test_a_change_that_a_person_took_back_in_place_is_not_made_again(tmp_path: Path) -> None:
    path = tmp_path / "doc.md"
    path.write_text(FIRST)
    review(path)
    path.write_text(FIRST)
    by_hand = FIRST.replace("from them", "from all of them")
    path.write_text(by_hand)
    outcome = review(path)
    assert outcome.applied == ()
    assert path.read_text() == by_hand


def test_a_change_that_gave_way_to_a_hand_edit_of_the_original_can_be_proposed_again(tmp_path: Path) -> None:
    path = tmp_path / "doc.md"
    path.write_text(FIRST)
    assert review(path, in_place=False).applied == ("RVW-0001",)
    path.write_text(FIRST.replace("recieve", "get") + "\nAnd this is the other text that they recieve from us.\n")
    outcome = review(path, in_place=False)
    assert outcome.applied == ("RVW-0002",)
    edited = Path(outcome.outputs.edited).read_text()
    assert edited == FIRST.replace("recieve", "get") + "\nAnd this is the other text that they receive from us.\n"
