// The buttons of a balance lab, also those that live.js brings later.

import { say, send } from "./dom.js";

document.addEventListener("click", async ({ target }) => {
  const { post } = target.dataset;
  if (!post) return;
  target.disabled = true;
  try {
    await send(post, {});
    location.reload();
  } catch (error) {
    say(error.message);
    target.disabled = false;
  }
});
