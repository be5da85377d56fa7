import { readPairLines } from "@/components/forms/pair-lines";
import type { FieldError } from "@/lib/kernel/errors";
import type { References } from "@/lib/kernel/references";

/** The values of the fields, under the API's names. */
export type ReferenceValues = {
  external_id: string;
  /** `key = value` on each line. */
  metadata: string;
};

export const NO_REFERENCES: ReferenceValues = { external_id: "", metadata: "" };

export function toReferenceValues({ external_id, metadata }: References): ReferenceValues {
  return { external_id: external_id ?? "", metadata: writePairs(metadata).join("\n") };
}

export function toReferenceInput({ external_id, metadata }: ReferenceValues) {
  return { external_id: external_id.trim() || null, metadata: readPairs(metadata).pairs };
}

/** Finds what the schema cannot see: lines that are no pair. */
export function findPairErrors({ metadata }: ReferenceValues): FieldError[] {
  return readPairs(metadata).errors;
}

/** Pairs as lines, by their keys. */
export function writePairs(metadata: References["metadata"]): string[] {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} = ${value}`)
    .toSorted();
}

function readPairs(text: string) {
  return readPairLines(text, {
    path: "metadata",
    line: /^\s*(?!__proto__\s*=)([^=]*[^=\s])\s*=(.*)$/,
    wrong: "is no pair. Write key = value.",
  });
}

/** Tags as one text, and back. */
export const writeTags = (tags: readonly string[]) => tags.join(" ");
export const readTags = (text: string) => text.split(/[\s,]+/).filter((tag) => tag !== "");
