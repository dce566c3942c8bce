"""A chart of gaps over time as SVG, both axes logarithmic."""
import math
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP = 720, 400, 80, 56
LEAST_GAP = 0.01  # %; what is less is drawn here
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#555555")


class Series(NamedTuple):
    name: str
    line: list  # of (seconds, gap in %)
    ends: list  # of (seconds, gap, half-width or None): dots with bars


class Axis:
    """From numbers to places, with ticks at 1, 2 and 5 times powers of ten."""

    def __init__(self, values, begin, length):
        low, high = math.log10(min(values)), math.log10(max(values))
        air = max(0.03 * (high - low), 0.05)
        self.low, self.high, self.begin, self.length = low - air, high + air, begin, length
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        steps = (1, 2, 5) if high - low < 3 else (1,)
        ticks = [step * 10.0**power for power in powers for step in steps]
        self.ticks = [tick for tick in ticks if self.low <= math.log10(tick) <= self.high]

    def place(self, value):
        return self.begin + self.length * (math.log10(value) - self.low) / (self.high - self.low)


def text(x, y, content, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{escape(content)}</text>'


def line(x1, y1, x2, y2, more):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {more}/>'


def grid(x, y):
    for tick in x.ticks:
        yield line(x.place(tick), TOP, x.place(tick), TOP + HEIGHT, 'stroke="#e6e6e6"')
        yield text(x.place(tick), TOP + HEIGHT + 20, f"{tick:g}", 'text-anchor="middle"')
    for tick in y.ticks:
        yield line(LEFT, y.place(tick), LEFT + WIDTH, y.place(tick), 'stroke="#e6e6e6"')
        yield text(LEFT - 8, y.place(tick) + 4, f"{tick:g}", 'text-anchor="end"')
    yield f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>'
    yield text(LEFT + WIDTH / 2, TOP + HEIGHT + 44, "seconds of CPU", 'text-anchor="middle"')
    middle = TOP + HEIGHT / 2
    yield text(20, middle, "gap to the best known, %", f'text-anchor="middle" transform="rotate(-90 20 {middle:g})"')


def drawn(series, colour, x, y):
    places = " ".join(f"{x.place(seconds):.1f},{y.place(max(gap, LEAST_GAP)):.1f}" for seconds, gap in series.line)
    yield f'<g stroke="{colour}" fill="{colour}"><title>{escape(series.name)}</title>'
    yield f'<polyline points="{places}" fill="none" stroke-width="2"/>'
    for seconds, gap, half in series.ends:
        at = x.place(seconds)
        if half is not None:
            ends = (y.place(max(gap + sign * half, LEAST_GAP)) for sign in (-1, 1))
            yield line(at, next(ends), at, next(ends), "")
        yield f'<circle cx="{at:.1f}" cy="{y.place(max(gap, LEAST_GAP)):.1f}" r="3.5"/>'
    yield "</g>"


def line_chart(title, all_series):
    points = [point for series in all_series for point in series.line + [(x, y) for x, y, _ in series.ends]]
    highest = [gap + (half or 0) for series in all_series for _, gap, half in series.ends]
    lowest = [gap - (half or 0) for series in all_series for _, gap, half in series.ends]
    x = Axis([seconds for seconds, _ in points], LEFT, WIDTH)
    y = Axis([max(gap, LEAST_GAP) for gap in [gap for _, gap in points] + highest + lowest], TOP + HEIGHT, -HEIGHT)
    parts = [text(LEFT, 34, title, 'font-size="17" font-weight="bold"'), *grid(x, y)]
    for number, series in enumerate(all_series):
        colour, row = COLOURS[number % len(COLOURS)], TOP + 24 + 22 * number
        parts += drawn(series, colour, x, y)
        parts.append(line(LEFT + WIDTH + 16, row - 4, LEFT + WIDTH + 40, row - 4, f'stroke="{colour}" stroke-width="3"'))
        parts.append(text(LEFT + WIDTH + 48, row, series.name))
    longest = max(len(series.name) for series in all_series)
    width, height = LEFT + WIDTH + 72 + 8 * longest, TOP + max(HEIGHT, 22 * len(all_series)) + 64
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="13" fill="#1a1a1a"><rect width="100%" height="100%" fill="#fff"/>\n'
            + "\n".join(parts) + "\n</svg>\n")
