"""A worker waits for an API that is away, says so once, and does not hide what is no absence."""

import asyncio

import httpx
import pytest

from flows.deploying.patience import patient

REQUEST = httpx.Request("GET", "http://127.0.0.1:1/api")


def answered(status):
    return httpx.HTTPStatusError("no", request=REQUEST, response=httpx.Response(status, request=REQUEST))


@pytest.fixture
def desk():
    """Two kinds of work over one list of what happens next, and what was said."""

    class Desk:
        def __init__(self):
            self.said, self.next = [], []
            away = set()
            self.poll = patient(self.work, "poll", away, self.said.append)
            self.sync = patient(self.work, "sync", away, self.said.append)

        async def work(self):
            happens = self.next.pop(0)
            if isinstance(happens, Exception):
                raise happens
            return happens

    return Desk()


def test_an_absence_is_said_once_and_so_is_the_return(desk):
    gone = httpx.ConnectError("refused")
    desk.next += [gone, answered(503), gone, ["run"], "synced"]
    works = (desk.poll, desk.sync, desk.poll, desk.poll, desk.sync)
    assert [asyncio.run(work()) for work in works] == [None, None, None, ["run"], "synced"]
    assert desk.said == [
        "the Prefect API does not answer (ConnectError); waiting for it",
        "the Prefect API answers again",
    ]


@pytest.mark.parametrize("error", [answered(403), ValueError("ours")])
def test_a_refusal_and_a_bug_are_no_absence(desk, error):
    desk.next.append(error)
    with pytest.raises(type(error)):
        asyncio.run(desk.poll())
    assert desk.said == []
