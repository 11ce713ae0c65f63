"""Checks the pinned packages against a database of known vulnerabilities: `make audit`.

pip-audit uses PyPI's database, or else OSV's. pip-audit passes packages that the database does not
have; behind a package mirror, these are all packages. Here they count as not checked, which fails.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parent / "constraints.txt"
SERVICES = ("pypi", "osv")
_UNCHECKED = "NOTHING HAS BEEN CHECKED"


def verdict(report: Mapping[str, Any]) -> tuple[int, str]:
    """The verdict of a report of pip-audit, its output in JSON: an exit status and a message.

    The status is 0 if every package was looked up and none has a known vulnerability, 1 if one has,
    2 if not all were checked.
    """
    packages = report["dependencies"]
    lines = [
        f"{each['name']} {each['version']}: {found['id']}, fixed in "
        f"{', '.join(found['fix_versions']) or 'no version yet'}"
        for each in packages
        for found in each.get("vulns", ())
    ]
    skipped = [each["name"] for each in packages if "skip_reason" in each]
    if len(skipped) == len(packages):
        return 2, f"{_UNCHECKED}: the database knows none of {len(packages)} packages"
    if skipped:
        lines.append(f"not checked, {len(skipped)} of {len(packages)}: {', '.join(skipped)}")
    if not lines:
        return 0, f"{len(packages)} packages, no known vulnerability"
    return (1 if len(lines) > bool(skipped) else 2), "\n".join(lines)


def audit(service: str) -> tuple[int, str]:
    """Checks all packages of the lock in one database; see `verdict`."""
    command = [sys.executable, "-P", "-m", "pip_audit", "--requirement", str(LOCK), "--no-deps"]
    command += ["--disable-pip", "--vulnerability-service", service, "--format", "json"]
    done = subprocess.run(
        [*command, "--progress-spinner", "off", "--timeout", "15"], capture_output=True, text=True
    )
    try:
        return verdict(json.loads(done.stdout))
    except (ValueError, KeyError):
        last = (done.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
        return 2, f"{_UNCHECKED}: {last[:300]}"


def main() -> int:
    """Checks the databases in turn, until one has the packages; returns the exit status."""
    for service in SERVICES:
        status, told = audit(service)
        print(f"{LOCK.name} in the database of {service}: {told}", file=sys.stderr)
        if _UNCHECKED not in told:
            return status
    print(
        "error: no vulnerability database can be reached from here, so the audit has failed; run "
        "`make audit` where pypi.org or api.osv.dev can be reached",
        file=sys.stderr,
    )
    return 2


if __name__ == "__main__":
    sys.exit(main())
