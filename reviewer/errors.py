"""Every error that a user can meet: what is wrong with which input, and what to do next.

An error has a stable ``code`` (for programs), a ``message`` (one line, names the input) and a ``hint`` (one line, the
next step). ``exit_code`` follows DESIGN §9: 2 wrong input, 3 model backend, 4 integrity. Anything that is not a
``ReviewError`` is our own bug (70).
"""

from collections.abc import Mapping


class ReviewError(Exception):
    """Base of all errors that are shown to a user without a traceback.

    ``facts`` are further fields of the JSON object, for an error that leaves something done.
    """

    exit_code = 2

    def __init__(self, code: str, message: str, hint: str = "", facts: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.facts = dict(facts or {})


class UserError(ReviewError):
    """Wrong usage or input: the user can mend it."""


class SovereigntyError(UserError):
    """Text would have left the machine without permission. Raised before a byte is sent."""


class ResultsNotWrittenError(UserError):
    """The ledger has what was asked for, and a file that follows from it could not be written: nothing is lost.

    ``facts`` name what was done (``applied``, ``flagged``, ``reverted``, ``reapplied``) and the ledger's ``head``.
    """


class Busy(UserError):  # noqa: N818 - a state, not a failure
    """Another process holds the workspace; the message names it."""


class StaleHead(UserError):  # noqa: N818 - a state, not a failure
    """The ledger or the document moved since the plan was made."""


class BackendError(ReviewError):
    """The model backend failed, or chunks failed."""

    exit_code = 3


class NotAsked(BackendError):  # noqa: N818 - a state, not a failure
    """The backend was not asked: an earlier call showed that it is gone. No call was made."""


class IntegrityError(ReviewError):
    """Ledger, snapshot or document do not fit together. Nothing was written."""

    exit_code = 4
