"""A client in front of another one: what a subclass does not do itself, the other one does."""

from reviewer.model.chat import ChatClient, ChatReply, ChatRequest, Offers, Watch


class InFront:
    """A ``ChatClient`` that hands every call and question on to ``client``, and raises what that raises."""

    def __init__(self, client: ChatClient) -> None:
        self._client = client

    @property
    def backend(self) -> str:
        """As the client's."""
        return self._client.backend

    @property
    def endpoint(self) -> str:
        """As the client's."""
        return self._client.endpoint

    @property
    def constrains(self) -> bool:
        """As the client's."""
        return self._client.constrains

    @property
    def questions(self) -> int:
        """As the client's."""
        return self._client.questions

    def digest(self, model: str) -> str:
        """As the client's."""
        return self._client.digest(model)

    def count_tokens(self, model: str, text: str) -> int | None:
        """As the client's."""
        return self._client.count_tokens(model, text)

    def offers(self, model: str) -> Offers:
        """As the client's."""
        return self._client.offers(model)

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """As the client's."""
        return self._client.chat(request, watch)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """As the client's."""
        return self._client.score(request, text)

    def close(self) -> None:
        """As the client's."""
        self._client.close()
