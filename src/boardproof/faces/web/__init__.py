"""The page: play any rulebook in a browser, look at traces, ask questions; on this machine only."""
