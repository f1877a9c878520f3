"""Who counts the tokens of a prompt's background, and how often."""

from reviewer.model.tokens import estimate_tokens
from reviewer.service.models.token_counts import TokenCounts


class Words:
    """A backend that counts words, and knows what it was asked; it may stop counting."""

    def __init__(self, answers: int = 1000) -> None:
        self.asked: list[str] = []
        self.answers = answers

    def __call__(self, text: str) -> int | None:
        self.asked.append(text)
        return len(text.split()) if len(self.asked) <= self.answers else None


def test_each_text_is_counted_once() -> None:
    words = Words()
    count = TokenCounts(words)
    assert [count("a b c"), count("d"), count("a b c")] == [3, 1, 3]
    assert words.asked == ["a b c", "d"]
    assert count.by == "backend"


def test_a_backend_that_counts_nothing_is_asked_once_and_all_is_estimated() -> None:
    words = Words(answers=0)
    count = TokenCounts(words)
    assert [count("a b c d e f"), count("x" * 40)] == [estimate_tokens("a b c d e f"), 10]
    assert words.asked == ["a b c d e f"]
    assert (count.by, count.used()) == ("estimate", {})


def test_what_was_counted_before_is_not_counted_again() -> None:
    first = TokenCounts(Words())
    first("a b c")
    words = Words()
    again = TokenCounts(words, first.used())
    assert (again("a b c"), words.asked) == (3, [])
    assert again.used() == first.used()


def test_where_the_earlier_run_estimated_this_one_does() -> None:
    words = Words()
    count = TokenCounts(words, estimated=True)
    assert (count("a b c d e f g h"), words.asked, count.by) == (3, [], "estimate")


def test_a_server_that_dies_is_not_asked_again_and_the_next_run_reads_the_same() -> None:
    words = Words(answers=1)
    count = TokenCounts(words)
    said = [count(text) for text in ("a b c", "d e f g h i", "j k l m n o")]
    assert said == [3, 2, 2]
    assert len(words.asked) == 2
    again = TokenCounts(Words(), count.used())
    assert [again(text) for text in ("a b c", "d e f g h i", "j k l m n o")] == said


def test_counts_of_texts_that_are_gone_are_not_kept() -> None:
    first = TokenCounts(Words())
    first("a b c")
    again = TokenCounts(Words(), first.used())
    again("d")
    assert list(again.used().values()) == [1]
