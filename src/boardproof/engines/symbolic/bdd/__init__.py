"""Binary decision diagrams: variables, encodings, sets of states."""
