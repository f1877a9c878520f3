"""What the report says of the models of a run: which, by which backend, and which way they were asked and why."""

from collections.abc import Mapping


def asked_of_models(models: Mapping[str, str]) -> str:
    """One line from ``run.json``; empty where no model was asked."""
    if not models.get("edit_model"):
        return ""
    parts = [f"{models['edit_model']} by {models.get('backend', '')}"]
    if models.get("tutor_model"):
        parts.append(f"tutor {models['tutor_model']}")
    if models.get("judge_reason"):
        parts.append(f"validated by {models.get('judge') or 'no model'} ({models['judge_reason']})")
    if models.get("mode"):
        parts.append(f"mode {models['mode']}: {models.get('mode_reason', '')}")
    return "; ".join(parts)
