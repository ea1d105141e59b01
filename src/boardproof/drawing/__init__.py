"""Drawing: positions and traces as text and as pictures, state graphs, decision diagrams."""
