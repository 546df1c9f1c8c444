"""Start Rulewright from a checkout: `python3 tools/run.py play GAME` is `rulewright play GAME`.

It needs nothing but Python: the first time it makes the project's own environment, `.venv`, and fills it.
"""

import sys

import environment

if __name__ == "__main__":
    venv = environment.prepare()
    environment.hand_over([str(environment.program(venv, "rulewright")), *sys.argv[1:]])
