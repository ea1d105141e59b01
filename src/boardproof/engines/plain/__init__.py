"""The engines that work on plain Python values, one position at a time."""
