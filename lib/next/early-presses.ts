/**
 * Runs in each page before anything else: keeps the buttons that are pressed before React listens to them, and presses
 * them again then. On a slow connection a page is visible long before its scripts have arrived. Without this a press
 * would do nothing, or the browser would send the form by itself and all that was typed into it would be gone.
 *
 * React marks what it has taken over by a property whose name begins with `__reactProps$`, a moment before it listens.
 * Pressing twice counts once. An editor's own buttons are not React's. `e2e/early-input.spec.ts` shows that all of this
 * still holds.
 */
export const EARLY_PRESSES = `(() => {
  const kept = new Map();
  const isTaken = (button) => Object.keys(button).some((name) => name.startsWith("__reactProps$"));
  const look = () => {
    for (const [button, wasTaken] of kept) {
      if (button.isConnected && !wasTaken) {
        kept.set(button, isTaken(button));
        continue;
      }
      kept.delete(button);
      if (button.isConnected) button.click();
    }
    document.documentElement.toggleAttribute("data-pressed", kept.size > 0);
    if (kept.size > 0) setTimeout(look, 50);
  };
  addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("button");
    if (!button || isTaken(button) || button.closest(".cm-editor")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (kept.size === 0) setTimeout(look, 50);
    kept.set(button, false);
    document.documentElement.toggleAttribute("data-pressed", true);
  }, true);
})();`;
