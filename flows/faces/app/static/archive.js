// The archive as a map: colours, axes, time, filters, and the deck under the pointer.

import { ask, byId, html, svg } from "./dom.js";

const UNIT = 10;
const N_BEST = 12;
// Points of the colour map "viridis" (matplotlib, CC0), from low to high.
const COLOURS = ["#440154", "#46327e", "#365c8d", "#277f8e", "#1fa187", "#4ac16d", "#a0da39", "#fde725"]
  .map((colour) => [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16)));
const run = document.querySelector(".explorer").dataset.run;
const chosen = new URLSearchParams(location.search);
const known = new Map(); // answers of the server by query
let facts = null;
let shown = null; // columns of the archive on the map
let cells = []; // rectangles by elite
let pointed = -1;

const number = (value, digits = 4) =>
  value === null || value === undefined
    ? "-"
    : Number(value).toLocaleString("en", { maximumSignificantDigits: digits });
const percent = (value) => (value === null || value === undefined ? "-" : `${Math.round(100 * value)} %`);
const isShare = (name) => name.endsWith("win_rate");
const health = (value) =>
  value === null || value === undefined ? "-" : `${value > 0 ? "+" : ""}${value.toFixed(1)}`;

function formed(name, value) {
  if (isShare(name)) return percent(value);
  return name.endsWith("objective") ? health(value) : number(value);
}

function colourOf(share) {
  const place = Math.min(Math.max(share, 0), 1) * (COLOURS.length - 1);
  const low = Math.min(Math.floor(place), COLOURS.length - 2);
  const mixed = COLOURS[low].map((from, i) => from + (place - low) * (COLOURS[low + 1][i] - from));
  return `rgb(${mixed.map(Math.round).join(" ")})`;
}

function labelOf(name) {
  if (name.startsWith("fresh_")) return `${facts.labels[name.slice(6)]} in new games`;
  return facts.labels[name] ?? name;
}

// --- the settings of the page, which its address holds ---

function setting(id, fallback = "") {
  return chosen.get(id) ?? fallback;
}

function keep() {
  const values = { run };
  for (const id of ["colour", "x-measure", "y-measure", "with", "without", "dust", "opponent", "rate"]) {
    if (byId(id).value) values[id] = byId(id).value;
  }
  const last = facts.steps.length - 1;
  if (Number(byId("time").value) !== last) values.n = facts.steps[byId("time").value];
  history.replaceState(null, "", `?${new URLSearchParams(values)}`);
}

function options(select, names, label, value) {
  select.replaceChildren(...names.map((name) => html("option", { value: name }, label(name))));
  if (names.includes(value)) select.value = value;
}

// --- data ---

async function load() {
  const n = facts.steps[byId("time").value];
  const query = { run, x: byId("x-measure").value, y: byId("y-measure").value, n };
  const key = JSON.stringify(query);
  byId("when").textContent = n.toLocaleString("en");
  if (!known.has(key)) known.set(key, JSON.parse(await ask("/archive/cells", query)));
  if (byId("x-measure").value !== query.x || facts.steps[byId("time").value] !== n) return;
  const before = pointed >= 0 && shown ? shown.values.evaluation[pointed] : null;
  shown = known.get(key);
  pointed = before === null ? -1 : shown.values.evaluation.indexOf(before);
  const names = Object.keys(shown.values).filter(
    (name) => name !== "evaluation" && shown.values[name].some((value) => value !== null),
  );
  options(byId("colour"), names, labelOf, byId("colour").value || setting("colour", "objective"));
  draw();
}

// --- the map ---

function ticks(axis, n, place) {
  const every = Math.max(1, Math.ceil(n / 6));
  const found = [];
  for (let i = 0; i <= n; i += every) found.push(place(i, number(axis.edges[i], 3)));
  return found;
}

function draw() {
  const [across, up] = shown.axes;
  const [nx, ny] = [across.edges.length - 1, up.edges.length - 1];
  const [width, height] = [nx * UNIT, ny * UNIT];
  const font = Math.max(width, height) / 38;
  const gap = Math.max(width, height) / 1000;
  const [left, below] = [font * 5.5, font * 3.4];
  const values = shown.values[byId("colour").value];
  const seen = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...seen), Math.max(...seen)];
  cells = values.map((value, i) =>
    svg("rect", {
      x: shown.x[i] * UNIT + gap,
      y: (ny - 1 - shown.y[i]) * UNIT + gap,
      width: UNIT - 2 * gap,
      height: UNIT - 2 * gap,
      fill: value === null ? "#888" : colourOf(high > low ? (value - low) / (high - low) : 1),
      "data-row": i,
    }),
  );
  const text = (attributes, content) => svg("text", { "font-size": font, ...attributes }, content);
  const map = svg("svg", { viewBox: `${-left} ${-font} ${width + left + font * 2} ${height + below + font}` });
  map.append(
    svg("rect", { class: "ground", width, height }),
    ...cells,
    ...ticks(across, nx, (i, label) => text({ x: i * UNIT, y: height + font * 1.3, class: "middle" }, label)),
    text({ x: width / 2, y: height + font * 2.8, class: "middle" }, across.label),
    ...(up.name
      ? [
          ...ticks(up, ny, (i, label) => text({ x: -font * 0.4, y: height - i * UNIT + font / 3, class: "end" }, label)),
          text({ transform: `translate(${-left + font} ${height / 2}) rotate(-90)`, class: "middle" }, up.label),
        ]
      : []),
    svg("rect", { class: "pointer", width: UNIT, height: UNIT, "stroke-width": 4 * gap, visibility: "hidden" }),
  );
  byId("heatmap").replaceChildren(map);
  byId("low").textContent = seen.length ? formed(byId("colour").value, low) : "";
  byId("high").textContent = seen.length ? formed(byId("colour").value, high) : "";
  filter();
  point(pointed);
}

function point(row) {
  pointed = row;
  const frame = byId("heatmap").querySelector(".pointer");
  if (row < 0) {
    frame.setAttribute("visibility", "hidden");
    return;
  }
  frame.setAttribute("visibility", "visible");
  frame.setAttribute("x", shown.x[row] * UNIT);
  frame.setAttribute("y", (shown.axes[1].edges.length - 2 - shown.y[row]) * UNIT);
  const value = (name) => shown.values[name]?.[row];
  const parts = [
    `Deck ${value("evaluation")}: health difference ${health(value("objective"))}`,
    `${percent(value("win_rate"))} won`,
    value("n_games") ? `${value("n_games")} games` : null,
    value("fresh_objective") != null
      ? `in new games ${health(value("fresh_objective"))}, ${percent(value("fresh_win_rate"))} won`
      : null,
    ...shown.axes.filter((axis) => axis.name).map((axis) => `${labelOf(axis.name)} ${formed(axis.name, value(axis.name))}`),
  ];
  byId("pointed").replaceChildren(
    parts.filter(Boolean).join(", "),
    " ",
    html("a", { href: address(row) }, "open"),
  );
}

const address = (row) => `/deck?${new URLSearchParams({ run, evaluation: shown.values.evaluation[row] })}`;

// The nearest cell in a direction: along the axis first, then beside it.
function neighbour(dx, dy) {
  if (pointed < 0) return bestRows()[0] ?? -1;
  let [best, found] = [Infinity, pointed];
  for (let row = 0; row < cells.length; row += 1) {
    const [x, y] = [shown.x[row] - shown.x[pointed], shown.y[row] - shown.y[pointed]];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    if (ahead > 0 && ahead + 2 * aside < best) [best, found] = [ahead + 2 * aside, row];
  }
  return found;
}

// --- filters ---

function matches() {
  const card = (id) => facts.cards.indexOf(byId(id).value);
  const [wanted, unwanted] = [card("with"), card("without")];
  const dust = byId("dust").value === "" ? Infinity : Number(byId("dust").value);
  const opponent = facts.opponents.indexOf(byId("opponent").value);
  const rate = Number(byId("rate").value) / 100;
  return (row) => {
    if (wanted >= 0 && !shown.decks[row].includes(wanted)) return false;
    if (unwanted >= 0 && shown.decks[row].includes(unwanted)) return false;
    if (shown.values.dust && shown.values.dust[row] > dust) return false;
    if (!rate) return true;
    if (opponent < 0 || !shown.opponent_games) return shown.values.win_rate[row] >= rate;
    const games = shown.opponent_games[row][opponent];
    return games > 0 && shown.opponent_wins[row][opponent] / games >= rate;
  };
}

function bestRows() {
  const fits = matches();
  const objective = shown.values.objective;
  return objective
    .map((_, row) => row)
    .filter(fits)
    .sort((a, b) => objective[b] - objective[a]);
}

function filter() {
  const rows = bestRows();
  const left = new Set(rows);
  cells.forEach((cell, row) => cell.classList.toggle("out", !left.has(row)));
  byId("count").textContent = `${rows.length} of ${cells.length} decks`;
  const headings = { objective: "health", fresh_objective: "in new games", win_rate: "won", dust: "dust" };
  const columns = Object.keys(headings).filter((name) => shown.values[name]);
  const head = html("tr", {}, html("th", {}, "deck"), ...columns.map((name) => html("th", { class: "number" }, headings[name])));
  byId("best").tHead.replaceChildren(head);
  byId("best").tBodies[0].replaceChildren(
    ...rows.slice(0, N_BEST).map((row) =>
      html(
        "tr",
        {},
        html("th", {}, html("a", { href: address(row) }, `${shown.values.evaluation[row]}`)),
        ...columns.map((name) => html("td", { class: "number" }, formed(name, shown.values[name][row]))),
      ),
    ),
  );
}

// --- start ---

function failed(error) {
  byId("pointed").textContent = error.message;
}

function listen() {
  const map = byId("heatmap");
  const rowOf = (event) => Number(event.target.dataset?.row ?? -1);
  map.addEventListener("pointermove", (event) => rowOf(event) >= 0 && point(rowOf(event)));
  map.addEventListener("click", (event) => rowOf(event) >= 0 && location.assign(address(rowOf(event))));
  const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  map.addEventListener("keydown", (event) => {
    if (event.key in keys) point(neighbour(...keys[event.key]));
    else if (event.key === "Enter" && pointed >= 0) location.assign(address(pointed));
    else return;
    event.preventDefault();
  });
  for (const id of ["x-measure", "y-measure", "time"]) {
    byId(id).addEventListener("input", () => {
      keep();
      load().catch(failed);
    });
  }
  byId("colour").addEventListener("input", () => {
    keep();
    draw();
  });
  for (const id of ["with", "without", "dust", "opponent", "rate"]) {
    byId(id).addEventListener("input", () => {
      keep();
      filter();
    });
  }
  byId("clear").addEventListener("click", () => {
    for (const id of ["with", "without", "dust", "opponent", "rate"]) byId(id).value = "";
    keep();
    filter();
  });
}

function ramp() {
  byId("ramp").append(
    ...Array.from({ length: 50 }, (_, i) => svg("rect", { x: 2 * i, width: 2.1, height: 1, fill: colourOf(i / 49) })),
  );
}

async function start() {
  facts = JSON.parse(await ask("/archive/facts", { run }));
  const name = (each) => facts.labels[each] ?? each;
  const own = [facts.measures[0], facts.own > 1 ? facts.measures[1] : ""];
  options(byId("x-measure"), facts.measures, name, setting("x-measure", own[0]));
  const ups = facts.own > 1 ? facts.measures : ["", ...facts.measures];
  options(byId("y-measure"), ups, (each) => (each ? name(each) : "-"), setting("y-measure", own[1]));
  options(byId("opponent"), ["", ...facts.opponents], (each) => each || "all opponents", setting("opponent"));
  byId("cards").replaceChildren(...[...facts.cards].sort().map((card) => html("option", { value: card })));
  const step = facts.steps.indexOf(Number(setting("n", "-1")));
  byId("time").max = facts.steps.length - 1;
  byId("time").value = step >= 0 ? step : facts.steps.length - 1;
  for (const id of ["with", "without", "dust", "rate"]) byId(id).value = setting(id);
  ramp();
  listen();
  await load();
}

start().catch(failed);
