"""What can be undone or redone together, and what a state that an undo makes must keep."""
