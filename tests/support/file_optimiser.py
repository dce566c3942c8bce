"""An outside optimiser for tests, which turns every route of a .sol file round.

    file_optimiser.py KIND START OUTPUT
"""
import os
import signal
import sys
import time

kind, start = sys.argv[1:3]
with open(start) as file:
    routes = [line.split(":")[1].split()[::-1] for line in file if line.startswith("Route")]
text = "".join(f"Route #{i + 1}: {' '.join(route)}\n" for i, route in enumerate(routes)) + "Cost 0\n"
if kind == "crash":
    os.kill(os.getpid(), signal.SIGABRT)
elif kind == "exit":
    sys.exit("no licence")
elif kind == "hang":
    time.sleep(100)
elif kind == "garbage":
    text = "Welcome!\n"
elif kind == "infeasible":
    text = text.split("\n", 1)[1]
if kind != "nothing":
    with open(sys.argv[3], "w") as file:
        file.write(text)
        if kind == "endless":
            file.truncate(70_000_000)
