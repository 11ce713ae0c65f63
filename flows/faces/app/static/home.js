// The first page: a game with one click, at the level of the last one.

import { card, loadCards } from "./cards.js";
import { byId, openGame, remember, remembered } from "./dom.js";

const SHOWN = ["EX1_561", "CS2_029", "EX1_116"];
const level = byId("level");
level.value = remembered("level") ?? level.value;
if (!level.value) level.value = byId("now").dataset.first; // remembered from other levels

byId("now").addEventListener("submit", (event) => {
  event.preventDefault();
  remember("level", level.value);
  openGame("/play/now", { level: level.value });
});
loadCards().then(() => byId("fan").replaceChildren(...SHOWN.map((id) => card({ id }))));
