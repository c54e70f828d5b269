"""`python -m atout`: the command line."""

from atout.cli.main import main

if __name__ == "__main__":
    main()
