/** A name of an event's metadata with exactly this value, `name=value`, as a list takes it. */
export const METADATA_CONDITIONS = {
  isOne: (written: string) => /^[^=\0]+=[^\0]*$/.test(written),
  rule: "Write name=value, such as order=1042.",
  most: 5,
  many: "At most 5 pairs.",
};
