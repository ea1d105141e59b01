"""Rulebooks to begin with in the editor; each is whole, and lint has nothing against it."""
