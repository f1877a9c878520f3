"""One call to a server that keeps what it was asked, perhaps after some refusals."""

from desks import KEYS, PROTOCOLS, config, request
from model_servers import Said, Server, running

from reviewer.llm.open import open_client

OBJECT = {"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"]}
LIST = {"$defs": {"op": {"type": "object"}}, "type": "array", "items": {"$ref": "#/$defs/op"}}
TURNS = [{"role": "system", "content": "Be careful."}, {"role": "user", "content": "où « ça » ?"}]


def asked(backend, said=None, url="{}", environ=KEYS, refusals=(), **fields):
    """The bodies that one call sends, the server, and the reply."""
    with running(Server(PROTOCOLS[backend], said or Said())) as server:
        refuse_first(server, list(refusals))
        client = open_client(config(backend, url.format(server.url)), environ=environ)
        reply = client.chat(request("où « ça » ?", **fields))
        return server.chats, server, reply


def refuse_first(server, refusals):
    protocol = server.protocol

    def answer(server, asked):
        return refusals.pop(0) if refusals else protocol(server, asked)

    server.protocol = answer
