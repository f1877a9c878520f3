"""Speed, memory and edit quality of the tool, measured on whole processes. Never part of the test run."""
