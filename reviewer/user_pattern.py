"""Regular expressions that people give (configuration, ``grep``): the one place that compiles them."""

import re
import warnings

NESTING = 50
"""Groups inside each other. Python compiles a few hundred, and how many depends on who calls."""

_PARTS = re.compile(r"\\.?|\[\^?\]?(?:\\.?|[^\]\\])*(?:\]|\Z)|[()]", re.DOTALL)


class BadPattern(ValueError):  # noqa: N818 - said of a text, not of the program
    """The text is no usable regular expression; the message says why, in one line."""


def compile_pattern(text: str) -> re.Pattern[str]:
    """The compiled expression. What is taken here compiles anywhere else in the program, too.

    Raises:
        BadPattern: not a regular expression, a repeat count that is too large, more than ``NESTING`` groups inside each
            other, half of a surrogate pair.
    """
    if _nesting(text) > NESTING:
        raise BadPattern(f"more than {NESTING} groups are inside each other")
    try:
        text.encode("utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of what a later Python may read otherwise ("[[")
            return re.compile(text)
    except UnicodeEncodeError:
        raise BadPattern("it is not UTF-8 text") from None
    except re.error as error:
        raise BadPattern(str(error)) from None
    except (OverflowError, RecursionError, MemoryError) as error:
        raise BadPattern(str(error) or "it is too large") from None


def _nesting(text: str) -> int:
    depth = most = 0
    for part in _PARTS.finditer(text):
        depth += {"(": 1, ")": -1}.get(part.group(), 0)
        most = max(most, depth)
    return most
