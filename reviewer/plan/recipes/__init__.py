"""Content recipes: parts of a passage are shown otherwise before a model call, exactly reversible (seed §7, v7.2)."""
