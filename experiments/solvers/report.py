"""What the results of many runs say: the table, and the anytime curves."""
import bisect
import math
import statistics

import chart

SOLVED = 1e-9  # relative to the best known; sums of the same distances in another order differ by less
# 97.5 % points of Student's t for 1, 2, … 10 degrees of freedom
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23)


def is_starved(run):
    """Whether other programs took the processor away for more than 5 % of the time."""
    return run["cpu"] < 0.95 * min(run["time"], run["wall"])


def is_doubtful(run):
    return "fault" in run or is_starved(run)


def half_width(values):
    """Of the 95 % interval of their mean; None for a single value."""
    freedom = len(values) - 1
    if freedom < 1:
        return None
    quantile = STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.96 + 2.37 / freedom + 2.82 / freedom**2
    return quantile * statistics.stdev(values) / math.sqrt(len(values))


def mean_over_instances(values):
    """{(instance, seed): value} -> mean and half-width over instances, each the mean of its seeds."""
    of_instance = {}
    for (instance, _), value in values.items():
        of_instance.setdefault(instance, []).append(value)
    means = [statistics.fmean(seeds) for seeds in of_instance.values()]
    return statistics.fmean(means), half_width(means)


def estimate(values, sign=""):
    if not values:
        return "–"
    mean, half = mean_over_instances(values)
    return f"{mean:{sign}.3f}" + ("" if half is None else f" ± {half:.3f}")


class Gaps:
    """Gaps to the best known, in %, of the runs that were asked for."""

    def __init__(self, options, instances, best_known, runs):
        self.runs = {key: run for key, run in runs.items() if run["instance"] in instances}
        self.seeds, self.instances = options.seeds, instances
        self.best = dict(best_known)
        for run in self.runs.values():  # the best found, by whomever, where none is known
            if "fault" not in run and run["instance"] not in best_known:
                self.best[run["instance"]] = min(run["length"], self.best.get(run["instance"], math.inf))

    def of_length(self, instance, length):
        return 100 * (length / self.best[instance] - 1)

    def all_runs(self, solver, seconds):
        return [self.runs[solver, name, seed, seconds] for name in self.instances for seed in range(1, self.seeds + 1)]

    def of(self, solver, seconds):
        """{(instance, seed): gap} of the right answers."""
        return {(run["instance"], run["seed"]): self.of_length(run["instance"], run["length"])
                for run in self.all_runs(solver, seconds) if "fault" not in run}


def table(gaps, solvers, seconds):
    first = solvers[0]
    yield f"### {seconds:g} s"
    yield ""
    yield f"| solver | gap, % | minus {first} | worst, % | solved, % | failed | CPU, s |"
    yield "|---|---|---|---|---|---|---|"
    reference = gaps.of(first, seconds)
    for solver in solvers:
        runs, found = gaps.all_runs(solver, seconds), gaps.of(solver, seconds)
        paired = {key: gap - reference[key] for key, gap in found.items() if key in reference}
        worst = f"{max(found.values()):.3f}" if found else "–"
        solved = sum(gap <= 100 * SOLVED for gap in found.values())
        yield (f"| {solver} | {estimate(found)} | {'' if solver == first else estimate(paired, '+')} | {worst} | "
               f"{100 * solved / len(runs):.0f} | {len(runs) - len(found)} | {statistics.fmean(run['cpu'] for run in runs):.3f} |")
    yield ""
    yield from remarks(gaps, solvers, seconds)


def remarks(gaps, solvers, seconds):
    for solver in solvers:
        runs = gaps.all_runs(solver, seconds)
        for run in runs:
            if "fault" in run:
                yield f"- {solver} failed on {run['instance']}, seed {run['seed']}: {run['fault']}"
        if starved := sum(map(is_starved, runs)):
            yield f"- {solver} had less than 95 % of a core in {starved} of {len(runs)} runs: the machine was busy (`--again`)"
    yield ""


def best_at(history, seconds):
    at = bisect.bisect_right([moment for moment, _ in history], seconds)
    return history[at - 1][1]


def anytime(gaps, solver, seconds):
    """Mean gap at 20 moments a decade, from when all runs have a solution to their mean end: [(CPU seconds, gap)]."""
    histories, ends = {}, []
    for run in gaps.all_runs(solver, seconds):
        if "fault" in run or not run.get("history"):
            continue
        share = min(1, run["cpu"] / run["wall"])  # the solver's clock goes on while others have the processor
        ends.append(run["cpu"])
        histories[run["instance"], run["seed"]] = [(moment * share, length) for moment, length in run["history"]]
    if not histories:
        return []
    begin = max(max(history[0][0] for history in histories.values()), seconds / 1000)
    end = max(statistics.fmean(ends), begin)
    steps = math.ceil(20 * math.log10(end / begin))
    moments = [begin * 10 ** (step / 20) for step in range(steps)] + [end]
    return [(moment, mean_over_instances({key: gaps.of_length(key[0], best_at(history, moment))
                                          for key, history in histories.items()})[0]) for moment in moments]


def curves(gaps, solvers, times):
    """A line for the longest runs of those that tell their progress; points for all runs' ends."""
    for solver in solvers:
        ends = []
        for seconds in times:
            if found := gaps.of(solver, seconds):
                cpu = max(1e-4, statistics.fmean(run["cpu"] for run in gaps.all_runs(solver, seconds)))
                ends.append((cpu, *mean_over_instances(found)))
        line = anytime(gaps, solver, times[-1])
        yield chart.Series(solver, line or [(x, y) for x, y, _ in ends], ends)


def write(options, solvers, instances, best_known, runs):
    gaps = Gaps(options, instances, best_known, runs)
    seeds = "1 seed" if options.seeds == 1 else f"{options.seeds} seeds"
    print(f"{len(instances)} instances, {seeds}, one core. Gap to the best known: of {len(best_known)} from .sol files, of "
          f"{len(instances) - len(best_known)} the best of these runs.\n± is the half-width of the 95 % interval over instances.\n")
    for seconds in options.times:
        print("\n".join(table(gaps, solvers, seconds)))
    drawn = [series for series in curves(gaps, solvers, options.times) if series.ends]
    if drawn:
        (options.output / "anytime.svg").write_text(chart.line_chart(f"Mean gap on {len(instances)} instances, {seeds}", drawn))
