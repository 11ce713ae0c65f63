// A match: the deck of the next game.

import { byId, say, send } from "./dom.js";

const { id } = byId("match").dataset;

for (const button of document.querySelectorAll("[data-deck]")) {
  button.addEventListener("click", async () => {
    try {
      const made = await send("/play/match/next", { id, deck: Number(button.dataset.deck) });
      location.assign(`/play/game?id=${made.game}`);
    } catch (error) {
      say(error.message);
    }
  });
}
