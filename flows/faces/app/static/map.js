// A map of cells with two axes, as SVG, and moves between its cells.

import { html, svg } from "./dom.js";

const UNIT = 10;
const MIN_FONT_PX = 11;

export const number = (value, digits = 4) =>
  value === null || value === undefined
    ? "-"
    : Number(value).toLocaleString("en", { maximumSignificantDigits: digits });

// The colour at a share from 0 to 1 of a list of colours, each [red, green, blue].
export function colourOf(colours, share) {
  const place = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
  const low = Math.min(Math.floor(place), colours.length - 2);
  const mixed = colours[low].map((from, i) => from + (place - low) * (colours[low + 1][i] - from));
  return `rgb(${mixed.map(Math.round).join(" ")})`;
}

export const rgb = (colour) => [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

export function drawRamp(node, colours) {
  const parts = Array.from({ length: 50 }, (_, i) => svg("rect", { x: 2 * i, width: 2.1, height: 1, fill: colourOf(colours, i / 49) }));
  node.replaceChildren(...parts);
}

const ticks = (axis, draw) => axis.ticks.map(([place, value]) => draw(place, number(value, 6)));

// Draws the cells at x and y into a node, filled by `fillOf(row)`; returns their rectangles.
export function drawMap(node, { axes, x, y }, fillOf) {
  const [across, up] = axes;
  const [nx, ny] = [across.edges.length - 1, up.edges.length - 1];
  const [width, height] = [nx * UNIT, ny * UNIT];
  const size = Math.max(width, height);
  const font = size * Math.max(1 / 38, MIN_FONT_PX / Math.max(1, node.clientWidth - 8 * MIN_FONT_PX));
  const gap = size / 1000;
  const [left, below] = [font * 5.5, font * 3.4];
  const cells = x.map((column, i) =>
    svg("rect", {
      x: column * UNIT + gap,
      y: (ny - 1 - y[i]) * UNIT + gap,
      width: UNIT - 2 * gap,
      height: UNIT - 2 * gap,
      fill: fillOf(i),
      "data-row": i,
    }),
  );
  const text = (attributes, content) => svg("text", { "font-size": font, ...attributes }, content);
  const map = svg("svg", { viewBox: `${-left} ${-font} ${width + left + font * 2} ${height + below + font}` });
  map.append(
    svg("rect", { class: "ground", width, height }),
    ...cells,
    ...ticks(across, (i, label) => text({ x: i * UNIT, y: height + font * 1.3, class: "middle" }, label)),
    text({ x: width / 2, y: height + font * 2.8, class: "middle" }, across.label),
    ...(up.name
      ? [
          ...ticks(up, (i, label) => text({ x: -font * 0.4, y: height - i * UNIT + font / 3, class: "end" }, label)),
          text({ transform: `translate(${-left + font} ${height / 2}) rotate(-90)`, class: "middle" }, up.label),
        ]
      : []),
    svg("rect", { class: "pointer", width: UNIT, height: UNIT, "stroke-width": 4 * gap, visibility: "hidden" }),
  );
  node.replaceChildren(map);
  return cells;
}

// Lets a list choose one of some names, which have labels; the value if it is among them.
export function options(select, names, label, value) {
  select.replaceChildren(...names.map((name) => html("option", { value: name }, label(name))));
  if (names.includes(value)) select.value = value;
}

// Frames a cell; none for a row below 0.
export function frame(node, { axes, x, y }, row) {
  const pointer = node.querySelector(".pointer");
  pointer.setAttribute("visibility", row < 0 ? "hidden" : "visible");
  if (row < 0) return;
  pointer.setAttribute("x", x[row] * UNIT);
  pointer.setAttribute("y", (axes[1].edges.length - 2 - y[row]) * UNIT);
}

// The nearest cell in a direction: along the axis first, then beside it.
export function neighbour({ x, y }, from, dx, dy) {
  let [best, found] = [Infinity, from];
  for (let row = 0; row < x.length; row += 1) {
    const [across, up] = [x[row] - x[from], y[row] - y[from]];
    const [ahead, aside] = [across * dx + up * dy, Math.abs(across * dy) + Math.abs(up * dx)];
    if (ahead > 0 && ahead + 2 * aside < best) [best, found] = [ahead + 2 * aside, row];
  }
  return found;
}

// Lets the pointer, a click, the arrow keys and Enter choose a cell.
export function listen(node, { point, open, move }) {
  const rowOf = (event) => Number(event.target.dataset?.row ?? -1);
  node.addEventListener("pointermove", (event) => rowOf(event) >= 0 && point(rowOf(event)));
  node.addEventListener("click", (event) => rowOf(event) >= 0 && open(rowOf(event)));
  const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  node.addEventListener("keydown", (event) => {
    if (event.key in keys) move(...keys[event.key]);
    else if (event.key === "Enter") open(-1);
    else return;
    event.preventDefault();
  });
}
