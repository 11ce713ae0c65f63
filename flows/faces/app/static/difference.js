// Two archives as a difference: which one is better in each cell, and the cells that only one has.

import { ask, byId, health, latest, link } from "./dom.js";
import { colourOf, drawMap, drawRamp, frame, listen, neighbour, options, rgb } from "./map.js";

// From "the first is better" to "the second is better" (ColorBrewer's RdBu, Apache-2.0).
const COLOURS = ["#b2182b", "#ef8a62", "#fddbc7", "#f7f7f7", "#d1e5f0", "#67a9cf", "#2166ac"].map(rgb);
const { run, other } = byId("difference").dataset;
const chosen = new URLSearchParams(location.search);
const newChoice = latest();
let shown = null;
let pointed = -1;

function fill(row, span) {
  if (shown.first[row] === null) return "var(--second)";
  if (shown.second[row] === null) return "var(--first)";
  return colourOf(COLOURS, 0.5 + shown.difference[row] / (2 * span));
}

function point(row) {
  pointed = row;
  frame(byId("heatmap"), shown, row);
  if (row < 0) return;
  const part = (name, key) =>
    shown[key][row] === null
      ? [`${name}: no deck. `]
      : [`${name}: `, link(`deck ${shown[key][row]}`, "/deck", { run: name, evaluation: shown[key][row] }), ` (${health(shown[`${key}_objective`][row], 1)}). `];
  byId("pointed").replaceChildren(...part(run, "first"), ...part(other, "second"), shown.difference[row] === null ? "" : `Difference ${health(shown.difference[row], 1)}.`);
}

// Opens the deck of the second archive, or of the first where the second has none.
function open(row) {
  const at = row < 0 ? pointed : row;
  if (at < 0) return;
  const isSecond = shown.second[at] !== null;
  const [name, evaluation] = isSecond ? [other, shown.second[at]] : [run, shown.first[at]];
  location.assign(`/deck?${new URLSearchParams({ run: name, evaluation })}`);
}

function draw() {
  const known = shown.difference.filter((value) => value !== null).map(Math.abs);
  const span = Math.max(1, ...known);
  drawMap(byId("heatmap"), shown, (row) => fill(row, span));
  byId("low").textContent = health(-span, 1);
  byId("high").textContent = health(span, 1);
  const { both, first, second, difference } = shown.summary;
  const better = shown.difference.filter((value) => value > 0).length;
  byId("summary").textContent =
    `${both} cells in both: ${other} is better in ${better} of them; mean difference ${health(difference, 1)} health. ` +
    `${first} cells only in ${run}, ${second} only in ${other}.` +
    (shown.by_new_games.length
      ? ` The runs differ in their settings of ${shown.by_new_games.join(", ")}, so only new games of their elites are compared.`
      : "");
  point(-1);
}

async function load(x, y) {
  const isLatest = newChoice();
  const found = await ask("/difference/cells", { run, other, x, y });
  if (!isLatest()) return;
  shown = found;
  ["x-measure", "y-measure"].forEach((id, i) => options(byId(id), shown.measures, (name) => shown.labels[name], shown.axes[i].name));
  draw();
}

function failed(error) {
  byId("pointed").textContent = error.message;
}

for (const id of ["x-measure", "y-measure"]) {
  byId(id).addEventListener("input", () => {
    const values = { x: byId("x-measure").value, y: byId("y-measure").value };
    history.replaceState(null, "", `?${new URLSearchParams({ run, other, ...values })}`);
    load(values.x, values.y).catch(failed);
  });
}
listen(byId("heatmap"), {
  point,
  open,
  move: (dx, dy) => point(pointed < 0 ? 0 : neighbour(shown, pointed, dx, dy)),
});
drawRamp(byId("ramp"), COLOURS);
load(chosen.get("x") ?? "", chosen.get("y") ?? "").catch(failed);
