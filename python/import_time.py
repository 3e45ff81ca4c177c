"""What `import earshot_client` takes over the interpreter: python3 python/import_time.py

It is time of the processor, since other programs can make it wait however long.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys

RUNS = 20
MOST_MS = 40
# Without the site, whose packages may have imported a part of it before.
SCRIPT = """
import sys, time
began = time.process_time()
import earshot_client
print((time.process_time() - began) * 1_000)
"""

place = os.path.join(os.path.dirname(os.path.abspath(__file__)), "src")
environment = {**os.environ, "PYTHONPATH": os.pathsep.join([place, *filter(None, sys.path)])}
# It is measured as it is installed: compiled.
environment.pop("PYTHONDONTWRITEBYTECODE", None)
times = []
for _ in range(RUNS + 1):
    run = [sys.executable, "-S", "-c", SCRIPT]
    times.append(float(subprocess.run(run, env=environment, check=True, capture_output=True).stdout))
# The first one may have compiled it. Whatever else the machine does can only make it longer.
best = min(times[1:])
print(f"{best:.1f} ms, the best of {RUNS}; Python {platform.python_version()}")
sys.exit(0 if best <= MOST_MS else 1)
