/** What references.ts takes, without a schema: for readers of addresses, which load no library. */

export const MAX_EXTERNAL_ID = 255;
export const MAX_PAIRS = 20;
export const MAX_KEY = 40;
export const MAX_VALUE = 500;
export const MAX_TAGS = 20;

/** What schemas, readers of addresses and forms say of a wrong value. */
export const REFERENCE_RULES = {
  externalId: `Use at most ${MAX_EXTERNAL_ID} characters.`,
  control: "Leave out line breaks and control characters.",
  ends: "Leave out the spaces at the ends.",
  pairs: `Give at most ${MAX_PAIRS} pairs.`,
  key: `A key has 1 to ${MAX_KEY} characters.`,
  signs: "A key has no = and no square brackets.",
  value: `A value has at most ${MAX_VALUE} characters.`,
  tags: `Give at most ${MAX_TAGS} tags.`,
  twice: "A tag stands here twice.",
  pair: "Give key=value, as it is stored.",
} as const;

/** Nothing that breaks a line or hides in it: C0, DEL, C1 and the two separators of Unicode. */
export const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

/** A filter by one pair: its key, `=`, its value. */
export const PAIR = /^[^=\0]{1,40}=[^\0]{0,500}$/;
