"""Use cases: files, workspaces and programs; one a file."""
