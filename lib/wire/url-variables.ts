/** What is written into an address: `{tenant}`. The name begins with a letter. */
export const VARIABLE = /\{([A-Za-z][A-Za-z0-9_]{0,63})\}/g;

export const VARIABLE_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** The names of the variables of an address, each once, in their order. Browser-safe. */
export function findVariables(url: string): string[] {
  return [...new Set(Array.from(url.matchAll(VARIABLE), ([, name = ""]) => name))];
}

/** Where a variable's value is where nothing else is said: at its name in the payload. */
export function defaultPlaceOf(name: string): string {
  return `body.${name}`;
}
