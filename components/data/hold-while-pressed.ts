import { notifyManager } from "@tanstack/react-query";

/** Whatever becomes of a press: nobody keeps a page still for longer. */
const LONGEST_MS = 5_000;
/** A finger's click follows its release as an event of its own. */
const CLICK_MS = 50;

/**
 * Keeps the page still while somebody presses: what arrives meanwhile is shown after the click. Otherwise a row or a note
 * that appears above a button between press and release moves it away, and the click is lost, or is another's.
 */
export function holdWhilePressed(): void {
  if (typeof window === "undefined") return;
  const held: (() => void)[] = [];
  let isPressed = false;
  let timer: number | undefined;
  const letGoAfter = (ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      isPressed = false;
      for (const show of held.splice(0)) show();
    }, ms);
  };
  notifyManager.setScheduler((show) => {
    if (isPressed) held.push(show);
    else setTimeout(show);
  });
  addEventListener("pointerdown", ({ button }) => {
    if (button !== 0) return;
    isPressed = true;
    letGoAfter(LONGEST_MS);
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => letGoAfter(CLICK_MS));
}
