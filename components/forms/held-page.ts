import { useEffect } from "react";

let holders = 0;

/** While `isHeld`, the page has what would be lost with it: typed text, or a secret that is shown this once. */
export function useHeldPage(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    holders += 1;
    return () => {
      holders -= 1;
    };
  }, [isHeld]);
}

export function isPageHeld(): boolean {
  return holders > 0;
}
