"""Whether a sentence speaks of a word that is spelt wrong, so that mending it would take its sense away."""

from reviewer.scan.words.about_words import is_in_sentence_about_words, is_shown_or_entered
from reviewer.scan.words.joined_words import JOINED_WORDS, is_name_there
from reviewer.scan.words.set_against import is_set_against
from reviewer.scan.words.spoken_of import is_name_of_a_field, is_spoken_of


def is_subject(before: str, after: str, word: str, fix: str) -> bool:
    """Whether the word is shown, entered, named, or set against its right form: "we renamed adress to address".

    ``before`` and ``after`` are what its paragraph has on either side, ``fix`` is what would stand there.
    """
    return (
        is_spoken_of(before, after)
        or (is_name_there(before, after, word) if word in JOINED_WORDS else is_name_of_a_field(before, after, fix))
        or is_in_sentence_about_words(before, after)
        or is_shown_or_entered(before, after, fix)
        or is_set_against(before, after, word, fix)
    )
