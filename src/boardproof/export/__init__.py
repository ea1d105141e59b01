"""Rulebooks written as models for other tools."""
