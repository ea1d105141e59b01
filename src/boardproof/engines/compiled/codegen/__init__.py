"""Code generation: from the rules of one game to the source of a module."""
