"""llama.cpp by the optional package ``llama-cpp-python``: what a model thinks of every token of a text, in one pass.

The package's own classes keep the probabilities of a whole window in memory and one prompt at a time. Here its bindings
of llama.cpp's functions are used, with a context that holds several prompts (``llamacpp_kept``).
"""

import ctypes
import importlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from reviewer.errors import BackendError, UserError
from reviewer.llm import faults
from reviewer.llm.llamacpp_engine import BATCH_TOKENS, cores
from reviewer.llm.llamacpp_kept import Kept
from reviewer.model.chat import ChatMessage
from reviewer.path_text import shown_path

LOGITS_EXTRA = "llama_cpp"
SEQUENCES = 4
"""Three prompts and a plain text. All share ``num_ctx`` tokens; what does not fit is computed again."""

Check = Callable[[], None]
"""Called before each batch; what it raises ends the call."""

_NO_ROOM = 1
"""What ``llama_decode`` returns where the context is full; nothing was changed then."""


def require_logits_extra() -> Any:
    """The package.

    Raises:
        UserError: ``missing-extra``.
    """
    try:
        return importlib.import_module(LOGITS_EXTRA)
    except (ImportError, OSError, RuntimeError) as error:  # the latter: its library is missing or of another machine
        raise UserError(
            "missing-extra",
            "the llamacpp backend's engine 'logits' needs the package 'llama-cpp-python', which cannot be used here",
            "pip install 'reviewctl[logits]' (compiles for minutes), or llm.engine = server",
        ) from error


def has_logits_extra() -> bool:
    """Whether the package can be used here."""
    try:
        require_logits_extra()
    except UserError:
        return False
    return True


class Context:
    """One model in memory with its prompts. Not safe to use from several threads.

    ``window``: tokens of the longest prompt with its reply; ``reused``: tokens of the last prompt that were computed
    before.
    """

    def __init__(self, model: Path, num_ctx: int) -> None:
        """Load a model: seconds to minutes, not interruptible.

        Raises:
            BackendError: ``no-model``: the file cannot be loaded.
            UserError: ``missing-extra``.
        """
        package = require_logits_extra()
        self.where = f"llama.cpp ({model.name})"
        self.reused = 0
        self.lib: Any = package
        self.numpy: Any = importlib.import_module("numpy")
        _silence(package)
        package.llama_backend_init()
        self._model = package.llama_model_load_from_file(str(model).encode(), package.llama_model_default_params())
        self.ctx = self._model and package.llama_init_from_model(self._model, _parameters(package, num_ctx))
        if not self.ctx:
            if self._model:
                package.llama_model_free(self._model)
            raise BackendError(
                "no-model",
                f"llama.cpp cannot load {shown_path(model)}",
                "check that the file is whole and that the model fits into memory (llm.num_ctx)",
            )
        self._memory = package.llama_get_memory(self.ctx)
        self._batch = package.llama_batch_init(BATCH_TOKENS, 0, 1)
        self.vocab = package.llama_model_get_vocab(self._model)
        self.words = int(package.llama_vocab_n_tokens(self.vocab))
        self.weights = int(package.llama_model_n_params(self._model))
        self.window = min(num_ctx, int(package.llama_n_ctx(self.ctx)))
        self._template = self._read_template()
        self._kept = Kept(SEQUENCES)
        self._sequence = 0

    def close(self) -> None:
        """Give the memory back. Nothing may be computed any more. May be called twice."""
        if self.ctx:
            self.lib.llama_batch_free(self._batch)
            self.lib.llama_free(self.ctx)
            self.lib.llama_model_free(self._model)
            self.ctx = None

    def tokens(self, text: str, *, special: bool = False) -> list[int]:
        """The tokens of a text; with ``special``, signs such as ``<|im_end|>`` are tokens, else they are text."""
        raw = text.encode("utf-8", "replace")
        most = len(raw) + 8
        found = (self.lib.llama_token * most)()
        count = self.lib.llama_tokenize(self.vocab, raw, len(raw), found, most, False, special)
        if count < 0:
            raise faults.bad_reply(self.where, "cannot cut the text into tokens")
        return list(found[:count])

    def piece(self, token: int) -> bytes:
        """The text of a token; none for signs."""
        length = 64
        while True:
            buffer = bytearray(length)
            into = (ctypes.c_char * length).from_buffer(buffer)
            count = self.lib.llama_token_to_piece(self.vocab, token, into, length, 0, False)
            if count >= 0:
                return bytes(buffer[:count])
            length = -count

    def ends(self, token: int) -> bool:
        """Whether a token ends a reply."""
        return bool(self.lib.llama_vocab_is_eog(self.vocab, token))

    def prompt(self, messages: Sequence[ChatMessage]) -> str:
        """The messages in the model's own template, up to where its reply begins.

        Raises:
            BackendError: ``bad-status``: the template does not take them.
        """
        turns = [{"role": turn.role, "content": turn.content} for turn in messages]
        try:
            return str(self._template(messages=turns).prompt)
        except (jinja2.TemplateError, ValueError, TypeError) as error:
            raise BackendError(
                "bad-status",
                f"{self.where} refused the call: the model's chat template does not take these messages",
                "take another model, or llm.engine = server",
            ) from error

    def prompt_tokens(self, prompt: str) -> list[int]:
        """The tokens of a prompt, with the sign for the beginning of a text where the model wants one."""
        found, sign = self.tokens(prompt, special=True), self.lib.llama_vocab_bos(self.vocab)
        begins = self.lib.llama_vocab_get_add_bos(self.vocab) and found[:1] != [sign]
        return [sign, *found] if begins else found

    def plain_start(self) -> list[int]:
        """What plain text follows: the sign for the beginning of a text, or else a line end, as with the server."""
        sign = self.lib.llama_vocab_bos(self.vocab)
        return [sign] if sign >= 0 else self.tokens("\n")

    def compute(self, tokens: Sequence[int], wanted: int, check: Check, *, plain: bool = False) -> Iterator[Any]:
        """The logits after each of ``tokens[wanted:]``, in order; each is to be read before the next is asked for.

        Raises:
            BackendError: ``bad-reply``, and what ``check`` raises.
        """
        start = self._kept.start(tokens, wanted, plain=plain)
        self._sequence, self.reused = start.sequence, start.kept
        self._bring(start.source, start.sequence, start.kept)
        for first in range(self.reused, len(tokens), BATCH_TOKENS):
            check()
            yield from self._decoded(tokens[first : first + BATCH_TOKENS], max(0, wanted - first))

    def step(self, token: int, check: Check) -> Any:
        """The logits after one more token.

        Raises:
            BackendError: as ``compute``.
        """
        check()
        return next(self._decoded([token], 0))

    def entry(self, row: Any, token: int, most: int, least: float) -> dict[str, Any]:
        """A token at its place, in the form that servers give: with the ``most`` strongest of at least ``least``.

        ``least`` is a natural logarithm of a probability.
        """
        numpy = self.numpy
        shifted = row - row.max()
        total = float(numpy.log(numpy.exp(shifted).sum()))
        strong = numpy.nonzero(shifted >= total + least)[0]
        ranked = strong[numpy.argsort(-shifted[strong], kind="stable")][:most]
        tops = [self._named(int(number), float(shifted[number]) - total) for number in ranked]
        return self._named(token, float(shifted[token]) - total) | {"top_logprobs": tops}

    def _named(self, token: int, logprob: float) -> dict[str, Any]:
        return {"id": token, "token": "", "bytes": list(self.piece(token)), "logprob": logprob}

    def _bring(self, source: int, sequence: int, kept: int) -> None:
        """Make ``sequence`` hold the first tokens of ``source`` alone; what cannot be kept is computed again."""
        lib, memory = self.lib, self._memory
        if source != sequence:
            lib.llama_memory_seq_rm(memory, sequence, -1, -1)
            lib.llama_memory_seq_cp(memory, source, sequence, -1, -1)
        if not lib.llama_memory_seq_rm(memory, sequence, kept, -1):
            self._forget(sequence)
            self.reused = 0

    def _forget(self, sequence: int) -> None:
        self.lib.llama_memory_seq_rm(self._memory, sequence, -1, -1)
        self._kept.forget(sequence)

    def _decoded(self, tokens: Sequence[int], wanted: int) -> Iterator[Any]:
        batch, at = self._batch, self._kept.length(self._sequence)
        batch.n_tokens = len(tokens)
        for number, token in enumerate(tokens):
            batch.token[number], batch.pos[number] = token, at + number
            batch.n_seq_id[number], batch.seq_id[number][0] = 1, self._sequence
            batch.logits[number] = number >= wanted
        status = self.lib.llama_decode(self.ctx, batch)
        if status == _NO_ROOM:
            for other in self._kept.others(self._sequence):
                self._forget(other)
            status = self.lib.llama_decode(self.ctx, batch)
        if status:
            self._forget(self._sequence)
            raise faults.bad_reply(self.where, f"could not compute the call (llama_decode: {status})")
        self._kept.extend(self._sequence, tokens)
        rows = max(0, len(tokens) - wanted)
        if rows:
            shape = (rows, self.words)
            yield from self.numpy.ctypeslib.as_array(self.lib.llama_get_logits(self.ctx), shape=shape)

    def _read_template(self) -> Any:
        """The template of the file, or else ChatML, as with the server."""
        formats, lib = importlib.import_module("llama_cpp.llama_chat_format"), self.lib
        own = lib.llama_model_chat_template(self._model, None)
        signs = (self._sign(lib.llama_vocab_eos(self.vocab)), self._sign(lib.llama_vocab_bos(self.vocab)))
        template = own.decode("utf-8", "replace") if own else formats.CHATML_CHAT_TEMPLATE
        return formats.Jinja2ChatFormatter(template, *signs)

    def _sign(self, token: int) -> str:
        return str(self.lib.llama_vocab_get_text(self.vocab, token).decode("utf-8", "replace")) if token >= 0 else ""


@cache
def _silence(package: Any) -> Any:
    """Keep what llama.cpp says from between the lines of a command. The callback must outlive every model."""
    callback = package.llama_log_callback(lambda level, text, data: None)
    package.llama_log_set(callback, None)
    return callback


def _parameters(package: Any, num_ctx: int) -> Any:
    params = package.llama_context_default_params()
    params.n_ctx, params.n_seq_max, params.kv_unified = num_ctx, SEQUENCES, True
    params.n_batch = params.n_ubatch = BATCH_TOKENS
    params.n_threads = params.n_threads_batch = cores()
    params.no_perf = True
    return params
