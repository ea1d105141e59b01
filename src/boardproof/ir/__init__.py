"""The intermediate representation: typed, bounded, finite, every node with its source place."""
