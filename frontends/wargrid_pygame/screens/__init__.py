"""The screens of the window: menu, new game, game, rules, saves, and the dialogs over them."""
