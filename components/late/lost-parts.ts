/** How many parts of the page its server was asked for in vain, and is still asked for. */
let count = 0;
const listeners = new Set<() => void>();

/** A part does not come. Call what is returned once it came, or nobody wants it any more. */
export function noteLostPart(): () => void {
  change(1);
  return () => change(-1);
}

export function isAnyPartLost(): boolean {
  return count > 0;
}

export function subscribeToLostParts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(by: number): void {
  count += by;
  for (const listener of listeners) listener();
}
