"""The four policies that ask about a chunk once more, in their order (seed §7, v7.1 to v7.3.1, invariant 5)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from reviewer.model.chunk_edits import Escalation, Outcome, Policy
from reviewer.plan.asking import Asking, Attempt
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.md_strip import density
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.pipeline import applied, stripped, with_recipes
from reviewer.plan.shown import first_shown, markdown_passage

PLAIN = "the passage as it is"


@dataclass
class Policies:
    """The questions about one chunk, or one part of it.

    ``recorded``: the log of a review that is gone through again; then the policies fire that fired, and nothing that
    they depended on (a budget, findings) is asked for again. ``attempts`` are all that was asked, in order.
    """

    asking: Asking
    recorded: tuple[Escalation, ...] | None = None
    log: list[Escalation] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)

    def run(self) -> Attempt:
        """The attempt that counts, after what the policies asked beyond the first one.

        A: degenerate with background → without. B: read, nothing to make, but the rules found something → the next
        tier, unless that is one with which the chunk was degenerate. C: degenerate without background, and the
        fingerprint triggers → content recipes, once. D: still degenerate, and dense with markup → plain text, once.
        A tier at which there is nothing to tell is no background, and one that tells no more is no next tier: nothing
        is asked twice in the same words.
        """
        attempt = self.asking.ask(first_shown(self.asking.job))
        self.attempts.append(attempt)
        if not self.asking.job.config.adaptive.enabled:
            return attempt
        for step in (self._a, self._b, self._c, self._d):
            attempt = step(attempt)
        return attempt

    def _a(self, attempt: Attempt) -> Attempt:
        tier = attempt.shown.tier
        if not self._fires("A", lambda: attempt.degenerate and _told(attempt)):
            return attempt
        again = self._ask(attempt, "A", attempt.shown.masked, 0)
        self._note("A", f"tier {tier}", "tier 0", f"degenerate: {attempt.read.reason}", recovered=_read(again))
        return _of_two(attempt, again)

    def _b(self, attempt: Attempt) -> Attempt:
        tiers, tier = self.asking.job.tiers, attempt.shown.tier
        wanted = attempt.without_ops and tiers.findings and not self._fired("A")
        if not self._fires("B", lambda: wanted and self._next(tier) > tier):
            return attempt
        recorded = self._recorded("B")
        above = int(recorded.to.rsplit(" ", 1)[1]) if recorded is not None else self._next(tier)
        again = self._ask(attempt, "B", attempt.shown.masked, above)
        reason = "no proposal, although the rules found something"
        self._note("B", f"tier {tier}", f"tier {above}", reason, recovered=bool(again.ops))
        told = again.read.outcome is None or again.ops or again.read.outcome is Outcome.BACKEND_ERROR
        return again.with_refusals_of(attempt) if told else attempt

    def _c(self, attempt: Attempt) -> Attempt:
        last, passage = self.attempts[-1], markdown_passage(self.asking.job)
        if not self._fires("C", lambda: last.degenerate and not _told(last) and self._simpler(last, passage)):
            return attempt
        masked = with_recipes(last.shown.masked, passage)
        again = self._ask(last, "C", masked, 0)
        made = f"recipes {', '.join(applied(masked))}"
        self._note("C", PLAIN, made, f"degenerate: {last.read.reason}", recovered=_read(again))
        return _of_two(attempt, again)

    def _d(self, attempt: Attempt) -> Attempt:
        config, last = self.asking.job.config.md_strip, self.attempts[-1]
        passed = density(last.shown.masked.text).passed(config)
        if not self._fires("D", lambda: last.degenerate and self._fired("C") and config.enabled and bool(passed)):
            return attempt
        again = self._ask(last, "D", stripped(last.shown.masked), 0)
        why = f"degenerate: {last.read.reason}; {', '.join(passed)}"
        self._note("D", "recipes", "plain text", why, recovered=_read(again))
        return _of_two(attempt, again)

    def _next(self, tier: int) -> int:
        """The lowest tier above one that tells more and that the budget allows; the same where there is none."""
        tiers = self.asking.job.tiers
        now = tiers.at(tier).parts
        return next((above for above in range(tier + 1, tiers.most + 1) if tiers.at(above).parts != now), tier)

    def _simpler(self, last: Attempt, passage: MarkdownPassage) -> bool:
        """Whether the fingerprint triggers, and recipes would show another text than the one that led nowhere."""
        return _triggers(passage) and with_recipes(last.shown.masked, passage).text != last.shown.masked.text

    def _ask(self, attempt: Attempt, policy: Policy, masked: MaskedText, tier: int) -> Attempt:
        again = self.asking.ask(attempt.shown.masking(masked).at(tier), policy)
        self.attempts.append(again)
        return again

    def _fires(self, policy: Policy, wanted: Callable[[], bool]) -> bool:
        return wanted() if self.recorded is None else self._recorded(policy) is not None

    def _recorded(self, policy: Policy) -> Escalation | None:
        part = self.asking.job.part
        return next((entry for entry in self.recorded or () if (entry.policy, entry.part) == (policy, part)), None)

    def _fired(self, policy: Policy) -> bool:
        return any(entry.policy == policy for entry in self.log)

    def _note(self, policy: Policy, before: str, after: str, reason: str, *, recovered: bool) -> None:
        part = self.asking.job.part
        said = {"policy": policy, "part": part, "from": before, "to": after, "reason": reason, "recovered": recovered}
        self.log.append(Escalation.model_validate(said))


def _triggers(passage: MarkdownPassage) -> bool:
    return passage.config.content_recipes.enabled and passage.print.triggers_recipe


def _told(attempt: Attempt) -> bool:
    """Whether a question came with any background."""
    return bool(attempt.shown.passage.context.parts)


def _read(attempt: Attempt) -> bool:
    """Whether an attempt ended as a review should."""
    return attempt.read.outcome is None


def _of_two(first: Attempt, again: Attempt) -> Attempt:
    """The later attempt, unless it was none either and gave fewer proposals on the way."""
    return first if not _read(again) and len(first.ops) > len(again.ops) else again
