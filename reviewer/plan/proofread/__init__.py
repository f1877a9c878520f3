"""Proofreading by a small model: paragraph in, paragraph out, and the places where it hesitates while it copies."""
