"""What a Prefect API refuses or fails to do, as an error that says what to do."""

import http
from collections.abc import Iterator
from contextlib import contextmanager

from httpx import HTTPStatusError, Response, TransportError
from prefect.exceptions import ObjectNotFound
from pydantic import ValidationError

from reviewer.errors import UserError
from reviewer.sovereignty import without_secrets

_REASON = 200
"""So many characters of what an API says are shown."""

_FORBIDDEN = {http.HTTPStatus.UNAUTHORIZED, http.HTTPStatus.FORBIDDEN}


@contextmanager
def told(url: str) -> Iterator[None]:
    """Turn what the API at ``url`` answers to the work inside into a ``UserError``.

    Raises:
        UserError: ``api-forbidden``, ``api-refused`` (the request, as an API of another version does), ``api-failed``,
            ``api-unreachable`` when it does not answer any more.
    """
    try:
        yield
    except (HTTPStatusError, ObjectNotFound) as error:
        inner = error.http_exc if isinstance(error, ObjectNotFound) else error
        raise _of_status(inner, without_secrets(url)) from error
    except TransportError as error:
        message = f"the Prefect API at {without_secrets(url)!r} does not answer any more: {type(error).__name__}"
        raise UserError("api-unreachable", message, "see 'reviewctl server status', then run it again") from error
    except ValidationError as error:
        message = f"the API at {without_secrets(url)!r} answers in a form that this version of Prefect does not know"
        raise UserError("api-refused", message, "use a server of the version that 'reviewctl' installs") from error


def _reason(response: Response | None) -> str:
    """What the API says of it, on one line; nothing of what was sent."""
    try:
        data = response.json() if response is not None else {}
    except ValueError:
        return ""
    told = data.get("exception_detail") or data.get("detail") if isinstance(data, dict) else None
    if isinstance(told, list) and told and isinstance(told[0], dict):
        told = f"{'.'.join(map(str, told[0].get('loc', ())))}: {told[0].get('msg', '')}"
    return f": {' '.join(told.split())[:_REASON]}" if isinstance(told, str) else ""


def _of_status(error: Exception, url: str) -> UserError:
    response = getattr(error, "response", None)
    status = response.status_code if response is not None else 0
    if status in _FORBIDDEN:
        message = f"the Prefect API at {url!r} does not let you do this (HTTP {status})"
        return UserError("api-forbidden", message, "set PREFECT_API_KEY or PREFECT_API_AUTH_STRING, or ask its owner")
    if status >= http.HTTPStatus.INTERNAL_SERVER_ERROR:
        message = f"the Prefect API at {url!r} failed (HTTP {status})"
        return UserError("api-failed", message, "read the server's log ('reviewctl server status'), then run it again")
    message = f"the Prefect API at {url!r} refuses the request (HTTP {status}{_reason(response)})"
    return UserError("api-refused", message, "it may be another version of Prefect: use the one that is installed here")
