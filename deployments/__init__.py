"""Deployments, schedules and automations, as data that is installed with the package. No logic."""
