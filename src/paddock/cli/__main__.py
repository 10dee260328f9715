"""`python -m paddock.cli`."""

from paddock.cli import main

main()
