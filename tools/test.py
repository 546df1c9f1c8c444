"""The full check of a checkout: style, types and tests. Arguments are passed on to pytest.

It needs nothing but Python: the first time it makes the project's own environment, `.venv`, and fills it. Every check
is run even if one before it has failed; the last line says how they ended, and the exit code is 0 only when all passed.
"""

import subprocess
import sys
import time

import environment

CHECKS = {
    "ruff check": ["ruff", "check"],
    "ruff format": ["ruff", "format", "--check"],
    "mypy": ["mypy"],
    "pytest": ["pytest", "-n", "2"],
}


def run_checks(python: str, pytest_arguments: list[str]) -> int:
    """Run every check with that Python, print a closing line, and give the exit code: 0 when all passed, else 1."""
    started = time.monotonic()
    failed = []
    for name, command in CHECKS.items():
        print(f"--- {name}", flush=True)
        arguments = pytest_arguments if name == "pytest" else []
        if subprocess.run([python, "-m", *command, *arguments], cwd=environment.ROOT, check=False).returncode != 0:
            failed.append(name)
    verdict = f"FAILED: {', '.join(failed)}" if failed else f"All {len(CHECKS)} checks passed: {', '.join(CHECKS)}"
    print(f"{verdict} ({time.monotonic() - started:.0f} s)")
    return 1 if failed else 0


if __name__ == "__main__":
    prepared = environment.prepare("dev")
    try:
        sys.exit(run_checks(str(environment.program(prepared, "python")), sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
