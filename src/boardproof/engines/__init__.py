"""Engines: ways to run one rulebook. `contract` says what they all answer alike."""
