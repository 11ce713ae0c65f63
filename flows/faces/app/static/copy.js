// Buttons that copy a text. Where a page may not use the clipboard, they select it.

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const text = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "copied";
  } catch {
    getSelection().selectAllChildren(text);
  }
});
