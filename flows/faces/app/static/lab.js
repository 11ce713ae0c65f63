// A balance lab: shows how far it is until it ends, stops it, and goes on with it.

import { byId, follow, send } from "./dom.js";

const RETRY_MS = 3000;
const { id, asked, goesOn } = byId("lab").dataset;

function say(text) {
  byId("said").textContent = text;
}

function show({ progress, said }) {
  byId("progress").value = progress;
  say(said);
}

// The page as it is after the end has the report, or what went wrong.
async function watch() {
  try {
    await follow("/patch/state", id, show);
    location.reload();
  } catch (error) {
    say(error.message);
    setTimeout(watch, RETRY_MS); // the server may come back
  }
}

function onClick(button, path, body, told) {
  byId(button)?.addEventListener("click", async ({ target }) => {
    target.disabled = true;
    say(told);
    try {
      await send(path, body);
      if (button === "again") location.reload();
    } catch (error) {
      say(error.message);
      target.disabled = false;
    }
  });
}

onClick("stop", `/patch/stop?id=${id}`, {}, "Stopping; finished games are kept.");
onClick("again", "/patch/play", JSON.parse(asked), "");
if (goesOn) watch();
