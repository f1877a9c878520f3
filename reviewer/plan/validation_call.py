"""One call of a model-backed validator about one batch: ask once, read, reconcile (audita-validators)."""

from dataclasses import dataclass

from reviewer.config import LLMConfig
from reviewer.errors import BackendError
from reviewer.model.chat import ChatClient, ChatMessage, ChatRequest
from reviewer.model.chunk_edits import Form, RawReply
from reviewer.model.validation import BatchVerdicts
from reviewer.plan.ladder.decisions import decisions_in
from reviewer.plan.reply_faults import cut_prompt, does_not_fit, prompt_room
from reviewer.validate.items import Item
from reviewer.validate.prompt import ValidatorPrompts, decision_schema, validator_messages
from reviewer.validate.reconcile import all_unavailable, reconciled

VERSION = "3"
"""Part of cache keys: raise it when the same reply would be asked for or read otherwise."""


_DECISION = 150
"""Tokens that one decision may have, three times what one sentence takes: a small model does not end its reasons, and
each batch would be paid to ``llm.num_predict``."""


@dataclass(frozen=True, slots=True)
class BatchJob:
    """Candidates of one chunk and chain, numbered from 1, and how ``validator`` is asked about them.

    ``language`` is a name; ``subject`` the chunk's id.
    """

    validator: str
    subject: str
    items: tuple[Item, ...]
    language: str
    prompts: ValidatorPrompts
    model: str
    llm: LLMConfig

    def messages(self, form: Form) -> tuple[ChatMessage, ...]:
        """The whole prompt."""
        return validator_messages(self.prompts, self.validator, self.items, self.language, form)


def form_of_decisions(client: ChatClient) -> Form:
    """How decisions are asked for: bound to JSON where the backend can bind them."""
    return "native" if client.constrains else "marked"


def judge_batch(job: BatchJob, client: ChatClient) -> BatchVerdicts:
    """One verdict for each candidate. Whatever fails makes candidates unavailable; nothing is asked a second time.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    form, count = form_of_decisions(client), len(job.items)
    messages = job.messages(form)
    room = prompt_room(client, job.model, messages, job.llm)
    if (why := does_not_fit(room, job.llm.num_ctx)) is not None:
        return all_unavailable(job.validator, count, f"prompt-truncated: {why}")
    request = ChatRequest(
        stage="validate",
        subject=job.subject,
        model=job.model,
        messages=messages,
        temperature=0.0,
        max_tokens=min(room.reply, _DECISION * (count + 1)),
        num_ctx=job.llm.num_ctx,
        json_schema=decision_schema(count) if form == "native" else None,
        timeout=job.llm.timeout,
    )
    try:
        reply = client.chat(request)
    except BackendError as error:
        return all_unavailable(job.validator, count, f"{error.code}: {error.message}")
    kept = RawReply.model_validate({**reply.model_dump(), "role": "validator", "temperature": 0.0})
    if (why := cut_prompt(reply, room, job.llm.num_ctx)) is not None:
        return all_unavailable(job.validator, count, f"prompt-truncated: {why}", (kept,))
    decisions = decisions_in(reply.text)
    if decisions is None:
        return all_unavailable(job.validator, count, "no decision could be read in the reply", (kept,))
    return reconciled(job.validator, count, decisions, (kept,))


def not_judged(job: BatchJob) -> BatchVerdicts:
    """The result where nothing is stored and nothing may be asked (``cache_mode: read_only``)."""
    return all_unavailable(job.validator, len(job.items), "cache_miss")
