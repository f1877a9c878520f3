"""From the configuration to a client. Everything that can be refused is refused here, before a socket is opened."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from reviewer.config import LLMConfig
from reviewer.endpoint import login_of
from reviewer.errors import SovereigntyError, UserError
from reviewer.llm import claude
from reviewer.llm.llamacpp import LlamaCppClient
from reviewer.llm.llamacpp_context import has_logits_extra, require_logits_extra
from reviewer.llm.llamacpp_engine import require_extra
from reviewer.llm.llamacpp_file import require_gguf
from reviewer.llm.llamacpp_logits import LogitsClient
from reviewer.llm.ollama import OllamaClient
from reviewer.llm.openai import OpenAIClient
from reviewer.llm.route import route_to
from reviewer.llm.script_file import read_script
from reviewer.llm.scripted import ScriptedClient
from reviewer.llm.transport import HttpCalls
from reviewer.model.chat import ChatClient
from reviewer.sovereignty import Resolver, system_resolver


def open_client(config: LLMConfig, *, environ: Mapping[str, str], resolve: Resolver = system_resolver) -> ChatClient:
    """The client of the configured backend. Nothing is sent, loaded or connected yet.

    ``environ`` gives keys only: ``ANTHROPIC_API_KEY`` (claude), ``OPENAI_API_KEY`` (openai, if the server wants one),
    and ``REVIEWCTL_ENDPOINT_LOGIN`` (ollama, openai: user and password, before any other key).

    Raises:
        SovereigntyError: text would leave the machine without permission.
        UserError: a bad endpoint; a key, script, model file or the optional package is missing or unusable.
    """
    if config.backend == "scripted":
        return _scripted(config)
    if config.backend == "llamacpp":
        return _llamacpp(config)
    if config.backend == "claude":
        return _claude(config, environ, resolve)
    route = replace(route_to(config.endpoint, config, resolve), login=login_of(environ))
    if config.backend == "openai":
        key = _key(environ, "OPENAI_API_KEY")
        headers = {"authorization": f"Bearer {key}"} if key else {}
        return OpenAIClient(HttpCalls(route, headers, resolve), route.path)
    return OllamaClient(HttpCalls(route, {}, resolve), route.path, config.num_ctx)


def _llamacpp(config: LLMConfig) -> ChatClient:
    """The engine that is named, else logits where they can be had: they do all that the server does, scores faster."""
    if config.engine == "logits":
        require_logits_extra()
    if config.engine == "logits" or (config.engine == "auto" and has_logits_extra()):
        return LogitsClient(require_gguf(config.model_path), config.num_ctx)
    require_extra()
    return LlamaCppClient(require_gguf(config.model_path), config.num_ctx, config.concurrency)


def _scripted(config: LLMConfig) -> ChatClient:
    if not config.script:
        raise UserError("no-script", "the scripted backend needs a script", "--script FILE.jsonl")
    return ScriptedClient(read_script(Path(config.script)))


def _claude(config: LLMConfig, environ: Mapping[str, str], resolve: Resolver) -> ChatClient:
    """Never with strict sovereignty, whatever the endpoint or the allowed hosts (seed §11, LLM Backend Selection)."""
    if config.strict_sovereign:
        raise SovereigntyError(
            "remote-backend",
            "the claude backend sends text of the document to another machine, which sovereignty forbids",
            "use a local backend, or permit it: --no-strict-sovereign",
        )
    key = _key(environ, "ANTHROPIC_API_KEY")
    if not key:
        raise UserError("no-key", "the claude backend needs a key", "set the environment variable ANTHROPIC_API_KEY")
    unset = config.endpoint == LLMConfig().endpoint
    route = route_to(claude.ENDPOINT if unset else config.endpoint, config, resolve)
    return claude.ClaudeClient(HttpCalls(route, claude.headers_for(key), resolve), route.path)


def _key(environ: Mapping[str, str], name: str) -> str:
    """A key, "" where there is none. What cannot stand in a header is refused here, where nothing can print it."""
    key = environ.get(name, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise UserError(
            "bad-key", f"the environment variable {name} holds characters that no key has", f"set {name} anew"
        )
    return key
