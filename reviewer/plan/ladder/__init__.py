"""The extraction ladder: proposals from a reply in whatever form a model writes them (seed §7)."""
