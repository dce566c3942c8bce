"""An outside optimiser for tests, which turns every route round, and goes wrong in the way that it is told. As a scorer
it gives a start a thousand for each route and the number of its first customer.

    failing_optimiser.py KIND [FILE]     line by line; `random` is any kind now and then; with FILE it goes wrong
                                          only once, while FILE is not there, and then writes requests to it
    failing_optimiser.py deep-KEY         answers with a list of many lists under that key
"""
import json
import os
import random
import signal
import sys
import time

# How often in 10,000 requests `random` goes wrong; what takes long is rare.
ODDS = {"crash": 150, "exit": 150, "hang": 50, "garbage": 100, "not-routes": 100, "wrong-id": 100, "twice": 100,
        "infeasible": 100, "close": 20, "endless": 5, "refuse": 50}


def answer(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def right(request):
    if "starts" in request:
        return {"id": request["id"], "scores": [1000 * len(start) + start[0][0] for start in request["starts"]]}
    return {"id": request["id"], "routes": [route[::-1] for route in request["start"]]}


def go_wrong(kind, request):
    """Whether that was all; else the right answer follows."""
    if kind == "crash":
        print("about to crash", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
    elif kind == "exit":
        sys.exit("out of luck")
    elif kind == "hang":
        time.sleep(100)
    elif kind == "garbage":
        answer("Welcome to the solver!")
    elif kind == "not-routes":
        answer(json.dumps({"id": request["id"], "routes": [["one"]]}))
    elif kind == "wrong-id":
        answer(json.dumps({**right(request), "id": request["id"] + 1}))
    elif kind == "twice":
        answer(json.dumps(right(request)))
        return False
    elif kind == "too-few":
        answer(json.dumps({"id": request["id"], "scores": right(request)["scores"][1:]}))
    elif kind == "not-numbers":
        answer(json.dumps({"id": request["id"], "scores": ["low"] * len(request["starts"])}))
    elif kind == "nan":
        answer(json.dumps({"id": request["id"], "scores": [float("nan")] * len(request["starts"])}))
    elif kind == "infeasible":
        answer(json.dumps({"id": request["id"], "routes": request["start"][1:]}))
    elif kind == "close":
        os.close(1)
        time.sleep(100)
    elif kind == "endless":
        while True:
            os.write(1, b"x" * 65536)
    elif kind == "refuse":
        answer(json.dumps({"id": request["id"], "error": "not today"}))
    elif kind == "rude":
        answer(json.dumps({"id": request["id"], "error": "\x1b[2Jgr\x9bün\a\n" + "x" * 30_000_000}))
    elif kind.startswith("deep-"):
        answer('{"id": %d, "%s": %s}' % (request["id"], kind[5:], "[" * 100_000 + "]" * 100_000))
    elif kind == "longer":
        routes = [[customer] for route in request["start"] for customer in route]
        answer(json.dumps({"id": request["id"], "routes": routes}))
    elif kind == "none":
        return False
    else:
        raise ValueError(kind)
    return True


kind, file = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
luck = random.Random(os.getpid())  # another process may have more of it with the same request
for line in sys.stdin:
    request = json.loads(line)
    if file:
        first = not os.path.exists(file)
        with open(file, "a") as log:
            log.write(line)
    bad = kind
    if kind == "random":
        bad = luck.choices([*ODDS, "none"], [*ODDS.values(), 10_000 - sum(ODDS.values())])[0]
    if (file and not first) or not go_wrong(bad, request):
        answer(json.dumps(right(request)))
