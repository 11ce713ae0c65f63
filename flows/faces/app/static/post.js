// Buttons that act with one request, also those that live.js brings later; then the page, or a new game, shows more.

import { openGame, say } from "./dom.js";

document.addEventListener("click", async ({ target }) => {
  const { post, body = "{}" } = target.dataset;
  if (!post) return;
  target.disabled = true;
  await openGame(post, JSON.parse(body), (text) => {
    say(text);
    target.disabled = false;
  });
});
