"""Which token a model writes next: the likeliest at temperature 0, else drawn as llama.cpp's server does."""

import ctypes
import importlib
import json
import math
from collections.abc import Mapping
from typing import Any

from reviewer.errors import BackendError
from reviewer.llm.llamacpp_context import Context

TOP_K, TOP_P, MIN_P = 40, 0.95, 0.05
"""Defaults of llama.cpp's server (tools/server/README.md)."""


class Sampling:
    """Draws the tokens of one reply. A schema becomes a grammar; tokens that it forbids are not written.

    Looking through a whole vocabulary for what a grammar allows takes long, so a token is drawn freely first.
    """

    def __init__(self, context: Context, temperature: float, schema: Mapping[str, Any] | None) -> None:
        """Begin a reply.

        Raises:
            BackendError: ``bad-status``: llama.cpp makes no grammar of the schema.
        """
        self._context = context
        self._lib = context.lib
        self._chain = _chain(self._lib, temperature)
        self._grammar = None
        if schema is not None:
            try:
                self._grammar = self._grammar_of(schema)
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Give the memory back. May be called twice."""
        for sampler in (self._chain, self._grammar):
            if sampler:
                self._lib.llama_sampler_free(sampler)
        self._chain = self._grammar = None

    def pick(self, row: Any) -> int:
        """The next token; ``row`` are the logits that were computed last."""
        token = int(self._lib.llama_sampler_sample(self._chain, self._context.ctx, -1))
        if self._grammar is None:
            return token
        if not self._allows(token):
            token = self._among_allowed(row)
        self._lib.llama_sampler_accept(self._grammar, token)
        return token

    def _allows(self, token: int) -> bool:
        data = (self._lib.llama_token_data * 1)(self._lib.llama_token_data(token, 1.0, 0.0))
        self._apply(self._grammar, data, 1)
        return not math.isinf(data[0].logit)

    def _among_allowed(self, row: Any) -> int:
        numpy, count = self._context.numpy, self._context.words
        table = numpy.zeros(count, dtype=[("id", "i4"), ("logit", "f4"), ("p", "f4")])
        table["id"], table["logit"] = numpy.arange(count), row
        data = (self._lib.llama_token_data * count).from_buffer(table)
        self._apply(self._grammar, data, count)
        found = self._apply(self._chain, data, count)
        return int(found.data[found.selected].id)

    def _apply(self, sampler: Any, data: Any, count: int) -> Any:
        entries = ctypes.cast(data, self._lib.llama_token_data_p)
        found = self._lib.llama_token_data_array(entries, count, -1, False)
        self._lib.llama_sampler_apply(sampler, ctypes.byref(found))
        return found

    def _grammar_of(self, schema: Mapping[str, Any]) -> Any:
        grammars = importlib.import_module("llama_cpp.llama_grammar")
        try:
            text = grammars.json_schema_to_gbnf(json.dumps(schema))
        except (AssertionError, KeyError, TypeError, ValueError, NotImplementedError) as error:
            raise self._no_grammar() from error
        made = self._lib.llama_sampler_init_grammar(self._context.vocab, text.encode(), b"root")
        if not made:
            raise self._no_grammar()
        return made

    def _no_grammar(self) -> BackendError:
        return BackendError(
            "bad-status",
            f"{self._context.where} refused the call: it makes no grammar of the reply's schema",
            "llm.engine = server",
        )


def _chain(lib: Any, temperature: float) -> Any:
    chain = lib.llama_sampler_chain_init(lib.llama_sampler_chain_default_params())
    if temperature <= 0:
        steps = [lib.llama_sampler_init_greedy()]
    else:
        steps = [
            lib.llama_sampler_init_top_k(TOP_K),
            lib.llama_sampler_init_top_p(TOP_P, 1),
            lib.llama_sampler_init_min_p(MIN_P, 1),
            lib.llama_sampler_init_temp(temperature),
            lib.llama_sampler_init_dist(lib.LLAMA_DEFAULT_SEED),
        ]
    for step in steps:
        lib.llama_sampler_chain_add(chain, step)
    return chain
