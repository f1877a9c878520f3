"""What people and other tools read: notes, reports, formats."""
