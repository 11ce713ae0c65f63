// Elements from names of cards and runs, always as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
}

export const byId = (id) => document.getElementById(id);
export const html = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

export const link = (text, path, values) => html("a", { href: `${path}?${new URLSearchParams(values)}` }, text);

// The last choice of this browser; null if there is none, or the browser keeps nothing.
export function remembered(name) {
  try {
    return localStorage.getItem(`hearthlight-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`hearthlight-${name}`, value);
  } catch {
    // The browser keeps nothing; the choice holds for this page.
  }
}

// The answer of the server as text; an Error with what to do if there is none, or with its words if it refuses.
export async function fetched(address, request = {}) {
  const answer = await fetch(address, { headers: { accept: "application/json" }, ...request }).catch(() => {
    throw new Error("The server does not answer. Start `python -m flows app` again; what is on disk is kept.");
  });
  const text = await answer.text();
  if (answer.ok) return text;
  let message = `The server answered ${answer.status}.`;
  try {
    message = JSON.parse(text).error ?? message;
  } catch {
    // Not our JSON: a proxy, for example.
  }
  throw new Error(message);
}

// The answer of an address with some values, and the answer to a JSON body.
export const ask = async (path, values) => JSON.parse(await fetched(`${path}?${new URLSearchParams(values)}`));
export async function send(path, body) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return JSON.parse(await fetched(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

// Counts requests of which only the last answer matters: each call is a new one, and returns a function that says
// whether it still is the last.
export function latest() {
  let last = 0;
  return () => {
    const number = (last += 1);
    return () => number === last;
  };
}

export const percent = (value, digits = 1) => ((value ?? null) === null ? "-" : `${(100 * value).toFixed(digits)} %`);
export const health = (value, digits = 2) => ((value ?? null) === null ? "-" : `${value > 0 ? "+" : ""}${value.toFixed(digits)}`);
export const number = (text) => html("td", { class: "number" }, text);

export function table(heads, rows, kind = null) {
  const head = html("tr", {}, ...heads.map((text) => html("th", { class: kind }, text)));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
}

// Shows the message of a request below it; nothing if the text is empty.
export function say(text) {
  byId("said").hidden = !text;
  byId("said").textContent = text;
}

// Sends a request, and opens the game that it starts, or this page again; shows why if it fails.
export async function openGame(path, body, tell = say) {
  try {
    const { game } = await send(path, body);
    if (game) location.assign(`/play/game?id=${game}`);
    else location.reload();
  } catch (error) {
    tell(error.message);
  }
}

// An interval on a line from low to high, with a mark at zero.
export function drawnInterval(mean, [from, to], low, high) {
  const at = (value) => (100 * (Math.min(Math.max(value, low), high) - low)) / (high - low);
  return svg(
    "svg",
    { class: "intervals", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("line", { class: "bar-zero", x1: at(0), x2: at(0), y1: 0, y2: 10 }),
    svg("line", { class: "bar-line", x1: at(from), x2: at(to), y1: 5, y2: 5 }),
    svg("rect", { class: "bar-mean", x: at(mean) - 0.5, width: 1, y: 0, height: 10 }),
  );
}

const signed = (value) => `${value > 0 ? "+" : ""}${percent(value)}`;

// Cells of a change of the share of games won, its interval, and the same drawn.
export function changed({ change, interval }) {
  if (change === null) return [number("-"), number(""), html("td", {})];
  const range = `${signed(interval[0])} to ${signed(interval[1])}`;
  return [number(signed(change)), number(range), html("td", {}, drawnInterval(change, interval, -0.25, 0.25))];
}

// Plays the games of a form: its buttons are off while the states of the job that `start` begins are shown.
export async function playForm(buttons, path, start, show) {
  const setBusy = (isBusy) => {
    for (const id of buttons) byId(id).disabled = isBusy;
    byId("progress").hidden = !isBusy;
  };
  say("");
  byId("progress").value = 0;
  setBusy(true);
  try {
    await follow(path, await start(), (state) => {
      byId("progress").value = state.progress;
      show(state);
    });
  } catch (error) {
    say(error.message);
  } finally {
    setBusy(false);
  }
}

// Asks for the state of a job until it is over, and shows each.
export async function follow(path, id, show, pause = 600) {
  for (;;) {
    const state = await ask(path, { id });
    show(state);
    if (state.problem) throw new Error(state.problem);
    if (state.over) return;
    await new Promise((done) => setTimeout(done, pause));
  }
}
