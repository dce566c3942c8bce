// The script of route_page.html. `data` is what src/plot/route_page.cpp writes.

// ---- Small things ----------------------------------------------------------------------------------------------

const find = selector => document.querySelector(selector);
/** An element: make("b", {class: "note"}, "text", child). */
function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
/** A number for people: whole as it is, else about six digits. */
const number = value => value.toLocaleString("en", Number.isInteger(value) ? {} :
  {maximumFractionDigits: clamp(5 - Math.floor(Math.log10(Math.abs(value) || 1)), 2, 20)});
const plural = (count, word) => number(count) + " " + word + (count === 1 ? "" : "s");
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const hasLoads = data.capacity !== null;
const percent = load => Math.round(100 * load / data.capacity);
const nodes = data.demands.length, {places, steps} = data;
const labelOf = node => data.names ? data.names[node] : String(node);
const idOf = node => data.ids ? data.ids[node] : String(node);
const nameOf = node => node === 0 ? "Depot" : "Stop " + node + (labelOf(node) !== String(node) ? " · " + labelOf(node) : "") +
  (idOf(node) !== String(node) && idOf(node) !== labelOf(node) ? ` (${idOf(node)})` : "");
const lengthOf = value => number(value) + (data.lengthUnit && "\u00a0" + data.lengthUnit);

// ---- Numbers of routes: those of the last solution; a route before it has that of the one it shares most with ------

function numbersOfSteps() {
  const numbers = steps.map(() => []), owner = new Int32Array(nodes).fill(-1);
  let most = 0;
  for (let s = steps.length - 1; s >= 0; --s) {
    const routes = steps[s].routes, free = new Set(), of = new Array(routes.length).fill(-1);
    if (s === steps.length - 1) routes.forEach((_, r) => { of[r] = r; });
    most = Math.max(most, routes.length);
    for (let n = 0; n < most; ++n) free.add(n);
    const shared = [];
    routes.forEach((id, r) => {
      const counts = new Map();
      for (const stop of data.routes[id].stops) if (owner[stop] >= 0) counts.set(owner[stop], (counts.get(owner[stop]) ?? 0) + 1);
      for (const [n, count] of counts) shared.push([count, r, n]);
    });
    if (s < steps.length - 1) for (const [, r, n] of shared.sort((a, b) => b[0] - a[0])) if (of[r] < 0 && free.delete(n)) of[r] = n;
    routes.forEach((id, r) => {
      if (of[r] < 0) free.delete(of[r] = free.values().next().value);
      for (const stop of data.routes[id].stops) owner[stop] = of[r];
    });
    numbers[s] = of;
  }
  return {numbers, most};
}
const {numbers, most} = numbersOfSteps();

/** In the order of their directions from the depot, routes are a golden angle of hue apart. */
function ranksOfRoutes() {
  const ranks = Array.from({length: most}, (_, n) => n), last = steps.at(-1)?.routes ?? [];
  const direction = last.map(id => Math.atan2(...[1, 0].map(axis => data.routes[id].stops.reduce((sum, stop) => sum + places[2 * stop + axis] - places[axis], 0))));
  [...last.keys()].sort((a, b) => direction[a] - direction[b]).forEach((r, rank) => { ranks[r] = rank; });
  return ranks;
}
const ranks = ranksOfRoutes(), scheme = matchMedia("(prefers-color-scheme: dark)");
let colours, paint;
function chooseColours() {
  const css = getComputedStyle(document.documentElement);
  paint = Object.fromEntries(["map", "ink", "soft", "faint", "accent"].map(name => [name, css.getPropertyValue("--" + name).trim()]));
  colours = ranks.map(rank => `oklch(${([.57, .68, .46][rank % 3] + (scheme.matches ? .14 : 0)).toFixed(2)} ${scheme.matches ? .15 : .18} ${(255 + 137.508 * rank) % 360})`);
}

// ---- What is shown ---------------------------------------------------------------------------------------------

const canvas = find("#map"), ground = find("#ground"), pen = canvas.getContext("2d"), tip = find(".tip");
const hidden = new Set(), onRoute = new Int32Array(nodes), position = new Int32Array(nodes);
let shown = steps.length - 1;  // step
let chosen = -1;               // number of a route, or -1
let hovered = -1;              // node, or -1
let view = {scale: 1, x: 0, y: 0}, fitted = 1, width = 0, height = 0, waiting = false, touched = false;

/** [{number, stops, load, length}] of the step that is shown. */
let routes = [];
function enter(step) {
  shown = step;
  routes = step < 0 ? [] : steps[step].routes.map((id, r) => ({number: numbers[step][r], ...data.routes[id]}));
  onRoute.fill(-1);
  routes.forEach((route, r) => route.stops.forEach((stop, i) => { onRoute[stop] = r; position[stop] = i + 1; }));
  tellStep();
  fillList();
  const node = hovered;
  hover(-1);
  hover(node);
  redraw();
}
const isShown = route => !hidden.has(route.number);
const X = node => places[2 * node] * view.scale + view.x, Y = node => places[2 * node + 1] * view.scale + view.y;

function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; draw(); });
}
function fit() {
  let right = 1, low = 1;
  for (let node = 0; node < nodes; ++node) right = Math.max(right, places[2 * node]), low = Math.max(low, places[2 * node + 1]);
  const margin = Math.min(40, .07 * Math.min(width, height)), bottom = 62;  // below are the scale and the buttons
  fitted = Math.min((width - 2 * margin) / right, (height - margin - bottom) / low);
  view = {scale: fitted, x: (width - fitted * right) / 2, y: margin + (height - margin - bottom - fitted * low) / 2};
  touched = false;
  redraw();
}
function zoom(factor, x = width / 2, y = height / 2) {
  const scale = clamp(view.scale * factor, fitted / 2, fitted * 2000), by = scale / view.scale;
  view = {scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by};
  touched = true;
  redraw();
}
/** Moves the map, and no more than needed, so that one of these stops is in view. */
function bringIntoView(stops, scale = view.scale) {
  const inside = node => X(node) > 30 && Y(node) > 30 && X(node) < width - 30 && Y(node) < height - 30;
  if (scale <= view.scale && stops.some(inside)) return;
  const node = stops[stops.length >> 1];
  view = {scale, x: width / 2 - places[2 * node] * scale, y: height / 2 - places[2 * node + 1] * scale};
  touched = true;
  redraw();
}
function pan(dx, dy) {
  view.x += dx, view.y += dy;
  touched = true;
  redraw();
}
function resize() {
  const box = canvas.getBoundingClientRect(), pixels = devicePixelRatio || 1, across = Math.round(box.width * pixels), down = Math.round(box.height * pixels);
  if (canvas.width === across && canvas.height === down && width === box.width) return;
  const dx = (box.width - width) / 2, dy = (box.height - height) / 2;
  [width, height, canvas.width, canvas.height] = [box.width, box.height, across, down];
  if (touched) pan(dx, dy); else fit();
  draw();  // at once: the canvas is empty now
}

// ---- The map ---------------------------------------------------------------------------------------------------

/** The tiles that are in view, in Web Mercator; asked for only where the page was made with their address. */
const tiles = new Map();
function drawTiles() {
  const {address, west, north, span} = data.tiles, pixels = canvas.width / (width || 1), brush = ground.getContext("2d");
  const unit = view.scale * 1e6 / (span || 1e-6), world = 360 * unit, left = view.x - (west + 180) * unit, top = view.y - (180 - north) * unit;
  const zoom = clamp(Math.round(Math.log2(world * Math.min(pixels, 2) / 256)), 0, 19), count = 2 ** zoom, side = world / count;
  [ground.width, ground.height] = [canvas.width, canvas.height];
  brush.setTransform(pixels, 0, 0, pixels, 0, 0);
  brush.globalAlpha = .8;
  if (tiles.size > 800) tiles.clear();
  for (let row = clamp(Math.floor(-top / side), 0, count - 1); row < count && top + row * side < height; ++row)
    for (let column = Math.floor(-left / side); left + column * side < width; ++column) {
      const at = address.replaceAll("{z}", zoom).replaceAll("{x}", (column % count + count) % count).replaceAll("{y}", row);
      if (!tiles.has(at)) {
        tiles.set(at, new Image());
        tiles.get(at).onload = redraw;
        tiles.get(at).src = at;
      }
      const tile = tiles.get(at), x = Math.round(left + column * side), y = Math.round(top + row * side);
      if (tile.complete && tile.naturalWidth > 0)
        brush.drawImage(tile, x, y, Math.round(left + (column + 1) * side) - x, Math.round(top + (row + 1) * side) - y);
    }
}

/** A customer's radius, from the room that each has. */
const dotSize = () => clamp(.085 * Math.sqrt(width * height / nodes) * (view.scale / fitted) ** .6, 1, 7);

function trace(route, isWhole) {
  const {stops} = route;
  if (isWhole) pen.moveTo(X(0), Y(0));
  else pen.moveTo(X(stops[0]), Y(stops[0]));
  for (const stop of stops) pen.lineTo(X(stop), Y(stop));
  if (isWhole) pen.lineTo(X(0), Y(0));
}
function drawLegs(drawn, dot) {
  pen.lineWidth = clamp(.35 * dot, .6, 1.4);
  pen.globalAlpha = chosen >= 0 ? .05 : routes.length <= 15 ? .6 : routes.length <= 60 ? .4 : routes.length <= 200 ? .22 : .13;
  pen.setLineDash(routes.length <= 60 ? [4, 4] : []);
  for (const route of drawn) {
    pen.strokeStyle = colours[route.number];
    pen.beginPath();
    for (const end of [route.stops[0], route.stops.at(-1)]) pen.moveTo(X(0), Y(0)), pen.lineTo(X(end), Y(end));
    pen.stroke();
  }
  pen.setLineDash([]);
}
function drawRoutes(drawn, dot) {
  pen.lineWidth = clamp(.55 * dot, .9, 2.6);
  pen.globalAlpha = chosen >= 0 ? .18 : 1;
  for (const route of drawn) {
    pen.strokeStyle = colours[route.number];
    pen.beginPath();
    trace(route, false);
    pen.stroke();
  }
}
/** Dots of one colour are one path: squares where they are too small to tell. */
function drawDots(stops, colour, dot) {
  pen.fillStyle = colour;
  pen.beginPath();
  for (const stop of stops) {
    const x = X(stop), y = Y(stop);
    if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
    if (dot < 1.7) pen.rect(x - dot, y - dot, 2 * dot, 2 * dot);
    else pen.moveTo(x + dot, y), pen.arc(x, y, dot, 0, 7);
  }
  if (dot >= 2.5) pen.stroke();
  pen.fill();
}
/**
 * Keeps labels apart: room(box, route) is whether the box holds neither another label nor a stop of another route, and
 * takes it then. Stops are known by cells of a few pixels.
 */
function makeRoom(drawn, dot) {
  const cell = 6, across = Math.ceil(width / cell), down = Math.ceil(height / cell), owner = new Int32Array(across * down).fill(-1), reach = Math.max(dot - 2, 0);
  const cells = (left, top, right, bottom, each) => {
    for (let y = Math.max(0, Math.floor(top / cell)); y <= Math.min(down - 1, bottom / cell); ++y)
      for (let x = Math.max(0, Math.floor(left / cell)); x <= Math.min(across - 1, right / cell); ++x) if (each(y * across + x) === false) return false;
    return true;
  };
  const several = -2;
  for (const route of drawn) for (const stop of route.stops)
    cells(X(stop) - reach, Y(stop) - reach, X(stop) + reach, Y(stop) + reach, at => { owner[at] = owner[at] === -1 || owner[at] === route.number ? route.number : several; });
  return (left, top, right, bottom, number) => left > 2 && top > 2 && right < width - 2 && bottom < height - 2 &&
    cells(left, top, right, bottom, at => owner[at] === -1 || owner[at] === number) && cells(left, top, right, bottom, at => { owner[at] = several; });
}
/**
 * The number of each route at the stop in its middle, where the route is large enough and nothing else is there. Returns
 * half the width of the label of each such stop.
 */
function labelRoutes(drawn, room) {
  const labelled = new Map();
  pen.font = "600 12px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const route of [...drawn].sort((a, b) => (b.number === chosen) - (a.number === chosen) || b.stops.length - a.stops.length)) {
    if (chosen >= 0 && route.number !== chosen) break;
    let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity, sumX = 0, sumY = 0;
    for (const stop of route.stops) {
      const x = X(stop), y = Y(stop);
      left = Math.min(left, x), right = Math.max(right, x), top = Math.min(top, y), bottom = Math.max(bottom, y), sumX += x, sumY += y;
    }
    if (right - left + bottom - top < 60) continue;
    const far = stop => Math.hypot(X(stop) - sumX / route.stops.length, Y(stop) - sumY / route.stops.length);
    const middle = route.stops.reduce((best, stop) => far(stop) < far(best) ? stop : best);
    const text = String(route.number + 1), half = 6 + 3.6 * text.length, x = X(middle), y = Y(middle);
    if (!room(x - half - 3, y - 11, x + half + 3, y + 11, route.number)) continue;
    labelled.set(middle, half);
    pen.fillStyle = colours[route.number];
    pen.beginPath();
    pen.roundRect(x - half, y - 9, 2 * half, 18, 9);
    pen.fill();
    pen.stroke();
    pen.fillStyle = paint.map;
    pen.fillText(text, x, y + .5);
  }
  return labelled;
}
/** Numbers or names of stops, once there is room for them: beside the stop or its route's number, above or below. */
function labelStops(drawn, dot, room, labelled) {
  if (view.scale * Math.sqrt(1e12 / nodes) < 45) return;
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = "left";
  pen.fillStyle = paint.soft;
  for (const route of drawn) for (const stop of chosen < 0 || route.number === chosen ? route.stops : []) {
    const y = Y(stop);
    if (X(stop) < 0 || X(stop) > width || y < 0 || y > height) continue;
    const text = labelOf(stop).slice(0, 28), long = pen.measureText(text).width;
    const aside = (labelled.get(stop) ?? dot) + 4, over = (labelled.has(stop) ? 11 : dot) + 9, centre = X(stop) - long / 2;
    const at = [[X(stop) + aside, y], [X(stop) - aside - long, y], [centre, y - over], [centre, y + over]].find(([x, y]) => room(x, y - 5, x + long, y + 5));
    if (!at) continue;
    pen.strokeText(text, ...at);
    pen.fillText(text, ...at);
  }
}
function drawScale() {
  const bar = find(".scale");
  bar.hidden = data.scale === null;
  if (data.scale === null) return;
  const perPixel = data.scale / view.scale, least = 60 * perPixel, power = 10 ** Math.floor(Math.log10(least));
  const size = [1, 2, 5, 10].map(k => k * power).find(k => k >= least);
  bar.firstChild.textContent = number(+size.toPrecision(1)) + (data.unit && " " + data.unit);
  bar.lastChild.style.width = size / perPixel + "px";
}
/** `isAlone`: on ground of its own, without tiles. */
function draw(isAlone = data.tiles === null) {
  const pixels = canvas.width / (width || 1), dot = dotSize(), drawn = routes.filter(isShown), one = drawn.find(route => route.number === chosen);
  pen.setTransform(pixels, 0, 0, pixels, 0, 0);
  pen.globalAlpha = 1;
  pen.fillStyle = paint.map;
  if (isAlone) pen.fillRect(0, 0, width, height);
  else pen.clearRect(0, 0, width, height);
  if (!isAlone) drawTiles();
  pen.lineJoin = pen.lineCap = "round";
  if (find("#legs").checked) drawLegs(drawn, dot);
  drawRoutes(drawn, dot);
  pen.strokeStyle = paint.map;
  pen.lineWidth = 1.6;
  for (const route of drawn) if (route !== one) drawDots(route.stops, colours[route.number], dot);
  pen.globalAlpha = 1;
  const alone = [];
  for (let node = 1; node < nodes; ++node) if (onRoute[node] < 0) alone.push(node);
  drawDots(alone, steps.length === 0 ? paint.accent : paint.faint, dot);
  if (one) {
    pen.strokeStyle = colours[chosen];
    pen.lineWidth = clamp(.9 * dot, 2.4, 4);
    pen.beginPath();
    trace(one, true);
    pen.stroke();
    pen.strokeStyle = paint.map;
    pen.lineWidth = 1.6;
    drawDots(one.stops, colours[chosen], Math.max(dot, 3.2));
  }
  const room = makeRoom(drawn, dot), side = clamp(1.6 * dot, 6, 9);
  pen.fillStyle = paint.ink;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(X(0) - side, Y(0) - side, 2 * side, 2 * side, 3);
  pen.fill();
  pen.stroke();
  room(X(0) - side, Y(0) - side, X(0) + side, Y(0) + side);
  const labelled = labelRoutes(drawn, room);
  pen.lineWidth = 3;
  labelStops(drawn, dot, room, labelled);
  if (hovered >= 0) {
    pen.strokeStyle = paint.ink;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(X(hovered), Y(hovered), Math.max(dot, 3) + 4, 0, 7);
    pen.stroke();
  }
  drawScale();
  placeTip();
}

// ---- Pointing at stops -----------------------------------------------------------------------------------------

/** The nearest stop within `reach` pixels of those that are shown, or -1. */
function nodeAt(x, y, reach) {
  let best = -1, least = reach * reach;
  for (let node = 0; node < nodes; ++node) {
    const dx = X(node) - x, dy = Y(node) - y, square = dx * dx + dy * dy;
    if (square <= least && !(onRoute[node] >= 0 && !isShown(routes[onRoute[node]]))) least = square, best = node;
  }
  return best;
}
/** When a stop is open and, on a route, when the vehicle arrives. A window that never closes has no end. */
function timesOf(node, route) {
  const [opens, closes] = data.windows[node], open = `open ${number(opens)} to ${closes === null ? "…" : number(closes)}`;
  if (!route || node === 0) return open;
  const arrives = route.arrivals[position[node] - 1], waits = opens - arrives;
  return `${open}, arrival ${number(arrives)}` + (waits > 0 ? `, waits ${number(waits)}` : "");
}
function hover(node) {
  if (node === hovered) return;
  hovered = node;
  canvas.classList.toggle("over", node >= 0);
  if (node >= 0) {
    tip.replaceChildren(make("b", {}, nameOf(node)));
    const route = routes[onRoute[node]];
    if (node > 0 && hasLoads) tip.append("demand " + number(data.demands[node]), make("br"));
    if (data.windows) tip.append(timesOf(node, route), make("br"));
    if (route) tip.append(make("i", {style: "background:" + colours[route.number]}), `route ${route.number + 1}, stop ${position[node]} of ${number(route.stops.length)}`);
    else tip.append(node > 0 ? steps.length > 0 ? "on no route" : "" : plural(routes.length, "route") + " from here");
  }
  redraw();
}
function placeTip() {
  tip.style.visibility = hovered < 0 ? "hidden" : "visible";
  if (hovered < 0) return;
  const x = X(hovered), y = Y(hovered), box = tip.getBoundingClientRect();
  tip.style.transform = `translate(${clamp(x + 14, 6, Math.max(6, width - box.width - 6))}px,${y > box.height + 20 ? y - box.height - 12 : y + 16}px)`;
}
function choose(number) {
  chosen = number === chosen ? -1 : number;
  if (chosen >= 0 && hidden.delete(chosen)) fillList();
  markList();
  redraw();
}

const pointers = new Map();
let moved = 0;
const at = event => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
canvas.addEventListener("pointerdown", event => {
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, at(event));
  if (pointers.size === 1) moved = 0;
});
canvas.addEventListener("pointermove", event => {
  const [x, y] = at(event), before = pointers.get(event.pointerId);
  if (!before) { hover(nodeAt(x, y, 12)); return; }
  pointers.set(event.pointerId, [x, y]);
  moved += Math.hypot(x - before[0], y - before[1]);
  if (moved < 4) return;
  canvas.classList.add("dragged");
  if (pointers.size === 1) { pan(x - before[0], y - before[1]); return; }
  const other = [...pointers].find(([id]) => id !== event.pointerId)[1], reach = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
  zoom(reach([x, y]) / reach(before), (x + other[0]) / 2, (y + other[1]) / 2);
  pan((x - before[0]) / 2, (y - before[1]) / 2);
});
function lift(event) {
  if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
  canvas.classList.remove("dragged");
  if (moved >= 4 || event.type !== "pointerup") return;
  const node = nodeAt(...at(event), event.pointerType === "mouse" ? 12 : 22), route = routes[onRoute[node]];
  hover(node);
  if (route && route.number !== chosen) choose(route.number);
  else if (node < 0 && chosen >= 0) choose(chosen);
}
canvas.addEventListener("pointerup", lift);
canvas.addEventListener("pointercancel", lift);
canvas.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") hover(-1); });
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? .05 : event.ctrlKey ? .01 : .0016)), ...at(event));
}, {passive: false});
canvas.addEventListener("keydown", event => {
  const act = {ArrowLeft: () => pan(60, 0), ArrowRight: () => pan(-60, 0), ArrowUp: () => pan(0, 60), ArrowDown: () => pan(0, -60),
    "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), "0": fit}[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
});
document.addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  hover(-1);
  if (chosen >= 0) choose(chosen);
});
find("#in").onclick = () => zoom(1.5);
find("#out").onclick = () => zoom(1 / 1.5);
find("#fit").onclick = fit;
/** Without tiles: browsers keep pages from reading pictures of others. */
find("#save").onclick = () => {
  draw(true);
  canvas.toBlob(savePicture);
  redraw();
};
function savePicture(picture) {
  const link = make("a", {href: URL.createObjectURL(picture), download: data.title.replace(/[^\w.-]+/g, "-") + ".png"});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
find("#legs").onchange = redraw;
find("#find").oninput = event => {
  const text = event.target.value.trim().toLowerCase(), stops = [...Array(nodes).keys()];
  const node = text === "" ? -1 : stops.find(stop => labelOf(stop).toLowerCase() === text || idOf(stop).toLowerCase() === text) ??
    stops.find(stop => String(stop) === text) ?? stops.find(stop => data.names && labelOf(stop).toLowerCase().includes(text)) ?? -1;
  if (node >= 0) {
    bringIntoView([node], Math.max(view.scale, Math.min(fitted * 8, 30 / Math.sqrt(1e12 / nodes))));
    if (onRoute[node] >= 0 && hidden.delete(routes[onRoute[node]].number)) fillList();
  }
  hover(node);
};

// ---- The list of routes ----------------------------------------------------------------------------------------

const columns = [["Route", route => route.number], ["Stops", route => -route.stops.length], ...hasLoads ? [["Load", route => -route.load]] : [], ["Length" + (data.lengthUnit && ", " + data.lengthUnit), route => -route.length]];
let order = 0;
const rows = new Map();  // of each number its row

function fillList() {
  rows.clear();
  for (const route of [...routes].sort((a, b) => columns[order][1](a) - columns[order][1](b) || a.number - b.number)) {
    const box = make("input", {type: "checkbox", "aria-label": `Show route ${route.number + 1}`}), part = percent(route.load);
    box.checked = isShown(route);
    box.onclick = event => event.stopPropagation();
    box.onchange = () => { box.checked ? hidden.delete(route.number) : hidden.add(route.number); markList(); redraw(); };
    const load = make("span", {class: part > 100 ? "load over" : "load", style: `--part:${Math.min(part, 100)}%`}, `${number(route.load)} · ${part} %`);
    const row = make("tr", {}, make("td", {}, box), make("td", {}, make("button", {type: "button"}, make("i", {style: "background:" + colours[route.number]}), String(route.number + 1))),
      make("td", {}, number(route.stops.length)), ...hasLoads ? [make("td", {}, load)] : [], make("td", {}, number(route.length)));
    row.onclick = () => {
      choose(route.number);
      if (chosen >= 0) bringIntoView(route.stops);
    };
    rows.set(route.number, row);
  }
  find("tbody").replaceChildren(...rows.values());
  markList();
}
function markList() {
  for (const [number, row] of rows) {
    row.className = (number === chosen ? "chosen " : "") + (hidden.has(number) ? "hidden" : "");
    row.querySelector("button").setAttribute("aria-pressed", number === chosen);
  }
  const list = find(".list"), row = rows.get(chosen), head = find("thead").offsetHeight;
  if (!row || list.scrollHeight <= list.clientHeight) return;
  list.scrollTop = clamp(list.scrollTop, row.offsetTop + row.offsetHeight - list.clientHeight, row.offsetTop - head);
}
function headList() {
  find("thead").replaceChildren(make("tr", {}, make("th"), ...columns.map(([name], i) => {
    const button = make("button", {type: "button", "aria-pressed": i === order, title: "Sort by this"}, name);
    button.onclick = () => { order = i; headList(); fillList(); };
    return make("th", {}, button);
  })));
}
find("#all").onclick = () => { hidden.clear(); fillList(); redraw(); };
find("#none").onclick = () => { for (let n = 0; n < most; ++n) hidden.add(n); chosen = -1; fillList(); redraw(); };

// ---- The search, and the page ------------------------------------------------------------------------------------

function tellStep() {
  const step = steps[shown], load = routes.reduce((sum, route) => sum + route.load, 0);
  const facts = step ? {length: lengthOf(step.length), routes: number(routes.length), customers: number(nodes - 1), ...hasLoads && {full: routes.length ? Math.round(100 * load / routes.length / data.capacity) + " %" : "–"}} :
    {customers: number(nodes - 1), ...hasLoads && {capacity: number(data.capacity)}};
  find(".facts").replaceChildren(...Object.entries(facts).map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  canvas.setAttribute("aria-label", "Map of " + data.title + (step ? `: ${plural(routes.length, "route")}, length ${lengthOf(step.length)}` : ""));
  if (steps.length < 2) return;
  const last = steps.at(-1).length, above = 100 * (step.length / last - 1);
  find("#step").value = shown;
  find("#step").setAttribute("aria-valuetext", `after ${step.seconds.toFixed(2)} s, length ${lengthOf(step.length)}`);
  find("output").textContent = `${step.seconds.toFixed(2)} s · length ${lengthOf(step.length)} · ` + (shown === steps.length - 1 ? "the result" : `+${above.toFixed(2)} %`);
  const [x, y] = graphPoint(shown);
  find(".graph i").style.cssText = `left:${x}%;top:${y}%`;
}
/** In percent of the graph: one improvement beside the other, as on the slider below. */
function graphPoint(s) {
  const lengths = steps.map(step => step.length), low = Math.min(...lengths), high = Math.max(...lengths);
  return [100 * s / (steps.length - 1), 10 + 80 * (high - lengths[s]) / (high - low || 1)];
}
let player = 0;
function play() {
  const playing = player !== 0;
  clearInterval(player);
  player = playing ? 0 : setInterval(() => shown < steps.length - 1 ? enter(shown + 1) : play(), 150);
  if (!playing && shown === steps.length - 1) enter(0);
  find("#play").textContent = playing ? "▶" : "❚❚";
  find("#play").setAttribute("aria-label", playing ? "Play" : "Pause");
}
find("#play").onclick = play;
find("#step").oninput = event => { if (player) play(); enter(+event.target.value); };

find("h1").textContent = data.title;
find(".fault").textContent = data.fault;
find(".fault").hidden = data.fault === "";
ground.hidden = find(".credit").hidden = data.tiles === null;
find(".credit").textContent = data.tiles?.credit ?? "";
if (steps.length === 0) for (const part of document.querySelectorAll(".ofRoutes")) part.hidden = true;
if (steps.length > 1) {
  find(".search").hidden = false;
  find("#step").max = steps.length - 1;
  find(".line path").setAttribute("d", "M" + steps.map((_, s) => graphPoint(s).map(value => value.toFixed(1)).join(" ")).join("L"));
}
scheme.addEventListener("change", () => { chooseColours(); fillList(); redraw(); });
chooseColours();
headList();
enter(shown);
new ResizeObserver(resize).observe(canvas);
resize();
document.documentElement.dataset.ready = "true";
