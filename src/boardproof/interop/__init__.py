"""Games for other people's programs: OpenSpiel, PettingZoo and Gymnasium.

Each needs an extra: `pip install boardproof[spiel]`, `pip install boardproof[zoo]`.
"""
