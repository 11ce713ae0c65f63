// The form of a new game: decks of runs, the opponent's thinking time, and the start.

import { ask, byId, health, html, latest, remember, remembered, say, send } from "./dom.js";

const decks = new Map(); // texts by the option that takes them: elites, and decks of networks
const [newRun, newNetwork] = [latest(), latest()];

async function listElites() {
  const run = byId("run").value;
  const isLatest = newRun();
  byId("format").disabled = Boolean(run);
  offer("elites", "", []);
  if (!run) return;
  const found = await ask("/play/elites", { run });
  if (!isLatest()) return;
  const named = found.map(({ evaluation, objective, text }) => ({ name: `deck ${evaluation} (${health(objective, 1)})`, text }));
  offer("elites", `elites of ${run}`, named);
}

// Replaces one group of decks in all lists.
function offer(group, label, found) {
  for (const old of document.querySelectorAll(`.take .${group}`)) old.remove();
  for (const { name, text } of found) decks.set(`${group}:${name}`, text);
  if (!found.length) return;
  for (const select of document.querySelectorAll(".take")) {
    const options = found.map(({ name }) => html("option", { value: `${group}:${name}` }, name));
    select.append(html("optgroup", { class: group, label }, ...options));
  }
}

const isLearned = () => byId("kind").value === "learned";

// What the chosen network is, its cards, and the decks that it builds.
async function showNetwork() {
  const name = byId("network").value;
  const facts = byId("network-facts");
  const isLatest = newNetwork();
  facts.hidden = !isLearned();
  offer("built", "", []);
  if (!isLearned()) return;
  facts.textContent = "Reading the network … The first time on a machine takes up to a minute.";
  let found = null;
  try {
    found = await ask("/play/network", { name });
  } catch (error) {
    if (isLatest()) facts.textContent = error.message;
    return;
  }
  if (!isLatest()) return;
  facts.textContent = `Trained: ${found.title}. "take a deck" below has decks that it builds.`;
  byId("format").value = found.format;
  offer("built", `built by ${name}`, found.decks);
}

// What was read in a deck's field, or why nothing was.
async function showDeck(field) {
  const told = field.nextElementSibling;
  const text = field.value;
  told.textContent = "";
  if (!text.trim()) return;
  const { run, format } = asked();
  const said = await ask("/play/deck", { text, run, format }).then(({ read }) => read, ({ message }) => message);
  if (field.value === text) told.textContent = said;
}

function showOptions() {
  const isMatch = byId("mode").value === "match";
  for (const part of document.querySelectorAll(".match-only")) part.hidden = !isMatch;
  byId("budget").hidden = !("budget" in byId("kind").selectedOptions[0].dataset);
  byId("networks").hidden = !isLearned();
  byId("scorers").hidden = isLearned();
}

// A level is a kind and a scorer: choosing either shows the other.
function chooseLevel() {
  const { kind, scorer } = byId("level").selectedOptions[0].dataset;
  if (kind === undefined) return;
  byId("kind").value = kind;
  byId("scorer").value = scorer;
  showOptions();
  showNetwork();
}

function showLevel() {
  const [kind, scorer] = [byId("kind").value, byId("scorer").value];
  const level = [...byId("level").options].find(({ dataset }) => dataset.kind === kind && dataset.scorer === scorer);
  byId("level").value = level?.value ?? "";
}

function asked() {
  const n = byId("mode").value === "match" ? 3 : 1;
  const texts = (side) => [...document.querySelectorAll(`[data-side=${side}]`)].slice(0, n).map((field) => field.value);
  const player = { kind: byId("kind").value };
  if (isLearned()) player.network = byId("network").value;
  else player.scorer = byId("scorer").value;
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
  if (byId("level").value) remember("level", byId("level").value);
  send("/play/start", asked())
    .then((made) => location.assign(made.match ? `/play/match?id=${made.match}` : `/play/game?id=${made.game}`))
    .catch(({ message }) => say(message));
});
for (const select of document.querySelectorAll(".take")) {
  select.addEventListener("change", () => {
    const field = byId(select.dataset.for);
    field.value = decks.get(select.value) ?? select.value;
    showDeck(field);
  });
}
for (const field of document.querySelectorAll("[data-side]")) {
  field.addEventListener("change", () => showDeck(field));
}
byId("mode").addEventListener("change", showOptions);
byId("level").addEventListener("change", chooseLevel);
byId("scorer").addEventListener("change", showLevel);
byId("kind").addEventListener("change", () => {
  byId("scorer").value = "";
  showOptions();
  showLevel();
  showNetwork();
});
byId("network").addEventListener("change", showNetwork);
byId("run").addEventListener("change", () => listElites().catch(({ message }) => say(message)));
byId("level").value = remembered("level") ?? byId("level").dataset.first;
if (!byId("level").value) byId("level").value = byId("level").dataset.first; // remembered from other levels
chooseLevel();
listElites().catch(({ message }) => say(message));
