"""Analysis: what can be proved of rules by reading them, without running them."""
