"""The table that players see, its looks, their drawing, and the face for frontends."""
