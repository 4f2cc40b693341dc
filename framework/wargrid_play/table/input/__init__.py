"""What a person does: clicks, keys and buttons become commands."""
