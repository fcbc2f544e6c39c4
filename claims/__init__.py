"""A page is a program: find its steps, run them, check what it says, update it, translate it."""
