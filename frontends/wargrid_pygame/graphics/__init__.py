"""Icons checked and drawn, fonts, colours and text: what the rest of the window draws with."""
