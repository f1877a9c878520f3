"""What people and programs touch: parse input, call a flow or a service, format output."""
