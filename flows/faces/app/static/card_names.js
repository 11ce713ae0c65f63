// Cards by their names: the list of a deck as drawn cards, and names that show the card.

import { card, loadCards, nameCards } from "./cards.js";
import { byId, html } from "./dom.js";

await loadCards();
for (const list of document.querySelectorAll(".decklist")) {
  list.className = "drawn";
  for (const line of list.children) {
    const { id, copies } = line.dataset;
    line.replaceChildren(card({ id }), Number(copies) > 1 ? html("b", { class: "copies" }, `×${copies}`) : "");
  }
}
nameCards(byId("content"));
byId("study")?.addEventListener("renewed", ({ target }) => nameCards(target));
