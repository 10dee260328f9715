"""Known vulnerabilities of the packages in use: pip-audit for requirements.lock, npm audit for what
the pages bring to browsers.

    python -m tools.audit

Exit code 1: a vulnerability was found. 2: a program could not ask, for instance without a network.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOUND, COULD_NOT_ASK = 1, 2
PIP_AUDIT = "pip-audit==2.10.1"
TIMEOUT_SECONDS = 300


class CouldNotAsk(Exception):
    pass


def call(command: list[str], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as wrong:
        raise CouldNotAsk(f"{command[0]}: {wrong}") from None


def last_line(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "no output")


def audit_python(python: str = sys.executable) -> list[str]:
    """Vulnerabilities of requirements.lock. pip-audit gets an environment of its own."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "bin" / "python"
        for command in (
            [python, "-m", "venv", folder],
            [str(own), "-m", "pip", "install", "-qq", "--disable-pip-version-check", PIP_AUDIT],
        ):
            done = call(command)
            if done.returncode:
                raise CouldNotAsk(f"pip-audit is not to be had: {last_line(done.stderr)}")
        lock = ["-r", "requirements.lock", "--require-hashes", "--disable-pip"]
        done = call([str(own), "-m", "pip_audit", *lock, "--format=json", "--progress-spinner=off"])
    return read_python(done.stdout, done.stderr)


def read_python(text: str, errors: str) -> list[str]:
    try:
        packages = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        raise CouldNotAsk(f"pip-audit: {last_line(errors)}") from None
    return [
        f"{one['name']} {one['version']}: {fault['id']}, fixed in "
        f"{', '.join(fault.get('fix_versions', [])) or 'no version yet'}"
        for one in packages
        for fault in one.get("vulns", [])
    ]


def audit_pages() -> list[str]:
    """Vulnerabilities of web/package-lock.json, without the tools that only build the pages."""
    done = call(["npm", "audit", "--omit=dev", "--json"], ROOT / "web")
    return read_pages(done.stdout, done.stderr)


def read_pages(text: str, errors: str) -> list[str]:
    try:
        found = json.loads(text)["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        raise CouldNotAsk(f"npm audit: {last_line(errors or text)}") from None
    return [f"{name}: {fault['severity']}, {fault['range']}" for name, fault in found.items()]


def main() -> int:
    code = 0
    for title, audit in (("Python packages", audit_python), ("pages", audit_pages)):
        try:
            found = audit()
        except CouldNotAsk as wrong:
            sys.stderr.write(f"{title}: could not ask. Is there a network? {wrong}\n")
            code = max(code, COULD_NOT_ASK)
            continue
        sys.stdout.write(f"{title}: {len(found) or 'no'} known vulnerabilities\n")
        sys.stdout.writelines(f"  {line}\n" for line in found)
        code = max(code, FOUND) if found else code
    return code


if __name__ == "__main__":
    sys.exit(main())
