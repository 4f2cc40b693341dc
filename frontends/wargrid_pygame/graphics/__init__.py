"""The means of drawing: icons checked and drawn, fonts, colours and text."""
