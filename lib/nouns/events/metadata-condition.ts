/** A name of an event's metadata with exactly this value. */
export type MetadataCondition = { name: string; value: string };

/** Parses `name=value`; null if it is none. */
export function readMetadataCondition(written: string): MetadataCondition | null {
  const at = written.indexOf("=");
  if (at < 1 || written.includes("\0")) return null;
  return { name: written.slice(0, at), value: written.slice(at + 1) };
}

/** What a list of events takes of these. */
export const METADATA_CONDITIONS = {
  isOne: (written: string) => readMetadataCondition(written) !== null,
  rule: "Write name=value, such as order=1042.",
  most: 5,
  many: "At most 5 pairs.",
};
