"""Clients of language models: one protocol (``reviewer.model.chat``), one place that opens sockets (``transport``)."""
