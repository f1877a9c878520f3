"""The ``reviewctl`` command: parse input, call a service or a flow, format output. One command a file."""
