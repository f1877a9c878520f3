"""The progress artifact: few updates, one bar a pass, and never a reason to fail."""

import pytest

from flows import shown_progress
from flows.shown_progress import UPDATES, ShownProgress
from reviewer.count_text import counted
from reviewer.service.models.progress import Progress


class Bars:
    """Stands for the API: which bars were made, and what each showed."""

    def __init__(self):
        self.shown = []

    def create(self, share, key, description):
        self.shown.append([(share, description)])
        return len(self.shown) - 1

    def update(self, bar, share, description):
        self.shown[bar].append((share, description))


@pytest.fixture
def bars(monkeypatch):
    bars = Bars()
    monkeypatch.setattr(shown_progress, "create_progress_artifact", bars.create)
    monkeypatch.setattr(shown_progress, "update_progress_artifact", bars.update)
    return bars


def heard(total, *passes):
    told = []
    progress = ShownProgress("progress-x", told.append)
    for _ in passes or (1,):
        for done in range(1, total + 1):
            progress(Progress(done, total, 2 * done, None, None))
    return told


@pytest.mark.parametrize("total", [1, 2, 39, 40, 41, 79, 80, 81, 249, 1000])
def test_few_updates_the_first_and_the_last_chunk_among_them(bars, total):
    assert len(heard(total)) == total
    (bar,) = bars.shown
    assert len(bar) <= UPDATES
    assert bar[0][1].startswith(f"1 of {counted(total, 'chunk')}, 2 edits")
    assert bar[-1] == (100, f"{total} of {counted(total, 'chunk')}, {2 * total} edits proposed")


def test_a_second_pass_has_a_bar_of_its_own(bars):
    heard(5, "proofread", "plan")
    assert [bar[-1][0] for bar in bars.shown] == [100, 100]


def test_what_cannot_be_stored_is_one_warning_and_every_chunk_is_still_told(monkeypatch):
    warned = []

    class Logger:
        warning = staticmethod(lambda *said: warned.append(said))

    def gone(*_, **__):
        raise ConnectionError

    monkeypatch.setattr(shown_progress, "create_progress_artifact", gone)
    monkeypatch.setattr(shown_progress, "get_run_logger", Logger)
    assert len(heard(100)) == 100
    assert warned == [("The progress could not be stored: %s", "ConnectionError")]
