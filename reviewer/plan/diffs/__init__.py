"""Ops from a unified diff that a person or a program wrote."""
