"""`atout`, dealing from the seed that the file `seed` in the present folder holds at the moment: for tests."""

from pathlib import Path
from types import SimpleNamespace


def main() -> None:
    """Run the program with seeded tokens in its registry."""
    from atout.cli.main import main as run
    from atout.server.live import registry
    from tests.kit.seeds import SeededTokens

    file = Path("seed").resolve()
    tokens = SeededTokens(lambda: file.read_text(encoding="utf-8"))
    vars(registry)["secrets"] = SimpleNamespace(token_hex=tokens)
    run()


if __name__ == "__main__":
    main()
