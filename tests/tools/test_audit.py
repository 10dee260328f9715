"""`make audit`: what it reads from the programs, and what it says without a network."""

from __future__ import annotations

import pytest
from tools.audit import COULD_NOT_ASK, FOUND, CouldNotAsk, read_pages, read_python

from tools import audit


def test_vulnerabilities_are_named_with_the_version_that_fixes_them() -> None:
    text = '{"dependencies":[{"name":"h11","version":"0.1","vulns":[{"id":"CVE-1","fix_versions":["0.2"]}]},{"name":"x","version":"1","vulns":[]}]}'  # noqa: E501
    assert read_python(text, "") == ["h11 0.1: CVE-1, fixed in 0.2"]
    text = '{"vulnerabilities":{"svelte":{"severity":"high","range":"<5"}}}'
    assert read_pages(text, "") == ["svelte: high, <5"]


def test_without_a_network_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def offline() -> list[str]:
        return read_pages("", "npm ERR! network\n")

    monkeypatch.setattr(audit, "audit_pages", offline)
    monkeypatch.setattr(audit, "audit_python", list)
    assert audit.main() == COULD_NOT_ASK
    assert "Is there a network?" in capsys.readouterr().err
    monkeypatch.setattr(audit, "audit_pages", lambda: ["svelte: high, <5"])
    assert audit.main() == FOUND
    with pytest.raises(CouldNotAsk, match="name resolution"):
        read_python("", "x\nTemporary failure in name resolution\n")
