"""Which way models are asked: as configured, else by what the backend says of the model."""

import pytest

from reviewer.config import ReviewModes
from reviewer.model.chat import Offers
from reviewer.service.models.mode import mode_of

SMALL, LARGE = 494_000_000, 32_000_000_000


@pytest.mark.parametrize(
    ("offers", "expected"),
    [
        (Offers(), "plan"),
        (Offers(logprobs=True, scores=True), "plan"),
        (Offers(weights=SMALL), "proofread"),
        (Offers(weights=SMALL, scores=True), "proofread"),
        (Offers(weights=3_000_000_000), "proofread"),
        (Offers(weights=3_000_000_001), "plan"),
        (Offers(weights=LARGE), "plan"),
        (Offers(weights=LARGE, logprobs=True), "both"),
        (Offers(weights=LARGE, scores=True), "both"),
    ],
)
def test_auto_follows_size_and_offers(offers: Offers, expected: str) -> None:
    assert mode_of(ReviewModes(), "model", lambda: offers).name == expected


@pytest.mark.parametrize("name", ["plan", "proofread", "both"])
@pytest.mark.parametrize("offers", [Offers(), Offers(weights=SMALL, scores=True), Offers(weights=LARGE)])
def test_what_is_configured_is_done(name: str, offers: Offers) -> None:
    mode = mode_of(ReviewModes.model_validate({"mode": name}), "model", lambda: offers)
    assert (mode.name, mode.why) == (name, "review.mode says so")


def test_the_limit_is_a_setting() -> None:
    assert mode_of(ReviewModes(proofread_up_to=40), "model", lambda: Offers(weights=LARGE)).name == "proofread"
    assert mode_of(ReviewModes(proofread_up_to=0), "model", lambda: Offers(weights=SMALL)).name == "plan"


def test_the_reason_names_the_size() -> None:
    assert "0.49 billion" in mode_of(ReviewModes(), "model", lambda: Offers(weights=SMALL)).why
    assert "32 billion" in mode_of(ReviewModes(), "model", lambda: Offers(weights=LARGE)).why


@pytest.mark.parametrize(
    ("name", "offers", "expected"),
    [
        ("qwen2.5-coder-0.5b", Offers(), "proofread"),
        ("qwen2.5:32b", Offers(scores=True), "both"),
        ("smollm-360m", Offers(), "proofread"),
        ("model-4bit", Offers(), "plan"),
        ("qwen2.5-coder-0.5b", Offers(weights=LARGE), "plan"),
    ],
)
def test_a_name_tells_the_size_where_the_backend_does_not(name: str, offers: Offers, expected: str) -> None:
    assert mode_of(ReviewModes(), name, lambda: offers).name == expected
