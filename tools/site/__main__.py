"""`python -m tools.site --out DIR`: builds the site; `make site` builds the pages first."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tools.site import compare
from tools.site.build import PyodideFailed, Site, build, trace_modules
from tools.site.python_files import USED_MODULES, MissingFile

WHOLE_RACE = 1_000_000  # more answers than any race takes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/site"), help="the folder")
    parser.add_argument("--trace", action="store_true", help="write the list of used modules")
    parser.add_argument("--twice", action="store_true", help="build it again and compare the bytes")
    parser.add_argument(
        "--compare",
        nargs="*",
        metavar="GAME",
        help="compare frames of races in the built site with a native server; all games by default",
    )
    parser.add_argument("--answers", type=int, default=WHOLE_RACE, help="at most, in each race")
    given = parser.parse_args()
    try:
        sys.exit(run(given))
    except (MissingFile, PyodideFailed) as wrong:
        sys.exit(str(wrong))


def run(given: argparse.Namespace) -> int:
    if given.trace:
        USED_MODULES.write_text("\n".join(trace_modules()) + "\n", "utf-8")
        return 0
    if given.compare is not None:
        return compare_races(given.out, given.compare, given.answers)
    site = build(given.out)
    tell_sizes(site, given.out)
    return check_again(site) if given.twice else 0


def compare_races(folder: Path, games: list[str], most: int) -> int:
    found = list(compare.differences(folder, games, most))
    sys.stdout.write("".join(f"{line}\n" for line in found) or "no difference\n")
    return 1 if found else 0


def check_again(site: Site) -> int:
    with tempfile.TemporaryDirectory() as folder:
        same = build(Path(folder) / "again").files == site.files
    sys.stdout.write("built twice: the same bytes\n" if same else "built twice: other bytes\n")
    return 0 if same else 1


def tell_sizes(site: Site, folder: Path) -> None:
    parts = [file for file in site.files if file.path.startswith("python/")]
    for file in parts:
        sys.stdout.write(f"{file.gzip:>12,}  {file.path}\n")
    for name in ("assets/", "answers/"):
        size = sum(file.gzip for file in site.files if file.path.startswith(name))
        sys.stdout.write(f"{size:>12,}  {name}\n")
    sys.stdout.write(f"{folder}: {len(site.files)} files\n")


if __name__ == "__main__":
    main()
