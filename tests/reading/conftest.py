"""The rulebooks of the error catalogue are wrong on purpose: pytest must not import them."""

collect_ignore = ["errors"]
