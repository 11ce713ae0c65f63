// The page of a league, a training or other work: games against its players, and what can be done with its decks.

import { byId, openGame, say } from "./dom.js";
import { nextSteps } from "./steps.js";

const study = byId("study");

// Each deck code of the report leads to the pages that take a deck.
function addSteps() {
  for (const code of study.querySelectorAll("p > code:only-child")) {
    if (/^AAE[\w+/]+=*$/.test(code.textContent)) code.parentNode.after(nextSteps(code.textContent, study.dataset.format));
  }
}

study.addEventListener("click", async ({ target }) => {
  const player = target.dataset.against;
  if (!player) return;
  target.disabled = true;
  say("Starting the game … The first network on a machine takes up to a minute.");
  await openGame("/play/against", { run: study.dataset.run, player, deck: byId("deck").value }, (text) => {
    say(text);
    target.disabled = false;
    target.focus();
  });
});
study.addEventListener("renewed", addSteps);
addSteps();
