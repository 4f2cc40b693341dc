"""How a game begins: positions from boards and by hand, and deployment."""
