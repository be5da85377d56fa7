/** The actions on an endpoint that can be typed before its name. */
export const ENDPOINT_VERBS = ["pause", "resume", "test", "rotate"] as const;
export type EndpointVerb = (typeof ENDPOINT_VERBS)[number];

const SPELLINGS: readonly (readonly [start: string, verb: EndpointVerb])[] = [
  ["send a test event to", "test"],
  ["send test event to", "test"],
  ["send test event", "test"],
  ["rotate the secret of", "rotate"],
  ["rotate secret of", "rotate"],
  ["rotate secret", "rotate"],
  ["rotate", "rotate"],
  ["resume", "resume"],
  ["pause", "pause"],
  ["test", "test"],
];

/** The wanted action, if the text begins with one, and the words to search for. */
export function readTyped(typed: string): { verb: EndpointVerb | null; words: string } {
  const text = typed.trim().replaceAll(/\s+/g, " ");
  const lower = text.toLowerCase();
  for (const [start, verb] of SPELLINGS) {
    if (lower === start || lower.startsWith(`${start} `)) return { verb, words: text.slice(start.length).trim() };
  }
  return { verb: null, words: text };
}
