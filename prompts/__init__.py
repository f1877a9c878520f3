"""Jinja2 templates of the model edge, installed as package data. Each first declares its inputs in a comment."""
