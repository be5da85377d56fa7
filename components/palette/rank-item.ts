import { defaultFilter } from "cmdk";
import type { PaletteEntry } from "@/components/palette/palette-entry";

/** Ends the name in the value of an item; what follows only tells it from others. */
const END_OF_NAME = "\n";

export function toItemValue({ name, kind, uid }: PaletteEntry, prefix = ""): string {
  return `${name}${END_OF_NAME}${prefix}${kind} ${uid}`;
}

/**
 * How well an item fits the typed text, 0 if not at all: what has this very name comes before what only begins with the
 * text, and that before what has its letters somewhere.
 */
export function rankItem(value: string, typed: string, keywords?: string[]): number {
  const near = defaultFilter(value, typed, keywords);
  if (near === 0) return 0;
  const wanted = typed.trim().toLowerCase();
  const [name = ""] = value.toLowerCase().split(END_OF_NAME);
  if (name === wanted) return 2 + near;
  return name.startsWith(wanted) ? 1 + near : near;
}

/** The value of the entry that has exactly the typed name; null if none or several have it, or a page has it too. */
export function findNamed(
  entries: readonly PaletteEntry[],
  typed: string,
  pages: readonly string[] = [],
): string | null {
  const wanted = typed.trim().toLowerCase();
  if (pages.some((name) => name.toLowerCase() === wanted)) return null;
  const [only, ...others] = entries.filter(({ name }) => name.toLowerCase() === wanted);
  return only && others.length === 0 ? toItemValue(only) : null;
}
