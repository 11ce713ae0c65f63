// Measures the decks of the bench: starts the games, then asks for results until they are over.

import { byId, drawnInterval, health, html, number, percent, playForm, say, send, table } from "./dom.js";

function cells(result, low, high) {
  const share = ([from, to]) => `${percent(from)} to ${percent(to)}`;
  const points = ([from, to]) => `${health(from)} to ${health(to)}`;
  return [
    number(percent(result.win_rate)),
    number(share(result.win_rate_interval)),
    number(health(result.objective)),
    number(points(result.objective_interval)),
    html("td", {}, drawnInterval(result.objective, result.objective_interval, low, high)),
  ];
}

function show(state) {
  if (!state.decks.length) return;
  const heads = ["", "games", "win rate", "95 %", "health difference", "95 %", ""];
  const rows = state.decks.map((deck, i) =>
    html("tr", {}, html("th", {}, ["deck", "changed deck"][i]), number(`${deck.n_games}`), ...cells(deck, -30, 30)),
  );
  if (state.difference) {
    rows.push(html("tr", {}, html("th", {}, "difference, same deals"), html("td", {}), ...cells(state.difference, -15, 15)));
  }
  byId("results").replaceChildren(table(heads, rows, "number"));
}

async function start() {
  const form = new FormData(byId("bench"));
  const body = { run: form.get("run"), deck: form.get("deck"), changed: form.get("changed"), format: form.get("format") ?? "", games: Number(byId("games").value) };
  const made = await send("/bench/measure", body);
  say(`Read: ${made.read}.`);
  return made.id;
}

byId("measure").addEventListener("click", () => playForm(["measure"], "/bench/state", start, show));
