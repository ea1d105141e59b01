"""The terminal."""


def main() -> None:
    pass
