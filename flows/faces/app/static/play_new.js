// The form of a new game: decks of runs, the opponent's thinking time, and the start.

import { ask, byId, html, send } from "./dom.js";

const decks = new Map(); // texts of elites by the option that takes them

async function listElites() {
  const run = byId("run").value;
  byId("format").disabled = Boolean(run);
  for (const group of document.querySelectorAll(".take .elites")) group.remove();
  decks.clear();
  if (!run) return;
  const found = JSON.parse(await ask("/play/elites", { run }));
  for (const { evaluation, text } of found) decks.set(`elite:${evaluation}`, text);
  for (const select of document.querySelectorAll(".take")) {
    const options = found.map(({ evaluation, objective }) =>
      html("option", { value: `elite:${evaluation}` }, `deck ${evaluation} (${objective > 0 ? "+" : ""}${objective.toFixed(1)})`),
    );
    select.append(html("optgroup", { class: "elites", label: `elites of ${run}` }, ...options));
  }
}

function say(error) {
  byId("said").hidden = false;
  byId("said").textContent = error.message;
}

function showOptions() {
  const isMatch = byId("mode").value === "match";
  for (const part of document.querySelectorAll(".match-only")) part.hidden = !isMatch;
  byId("budget").hidden = !("budget" in byId("kind").selectedOptions[0].dataset);
}

function asked() {
  const n = byId("mode").value === "match" ? 3 : 1;
  const texts = (side) => [...document.querySelectorAll(`[data-side=${side}]`)].slice(0, n).map((field) => field.value);
  const player = { kind: byId("kind").value, scorer: byId("scorer").value };
  if (!byId("budget").hidden) player[byId("unit").value] = Number(byId("amount").value);
  return {
    decks: texts("own"),
    opponent_decks: texts("theirs"),
    run: byId("run").value,
    format: byId("run").value ? "" : byId("format").value,
    player,
    first: byId("first").value,
    practice: byId("practice").checked,
  };
}

byId("new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  send("/play/start", asked())
    .then((made) => location.assign(made.match ? `/play/match?id=${made.match}` : `/play/game?id=${made.game}`))
    .catch(say);
});
for (const select of document.querySelectorAll(".take")) {
  select.addEventListener("change", () => {
    byId(select.dataset.for).value = decks.get(select.value) ?? select.value;
  });
}
byId("mode").addEventListener("change", showOptions);
byId("kind").addEventListener("change", showOptions);
byId("run").addEventListener("change", () => listElites().catch(say));
showOptions();
listElites().catch(say);
