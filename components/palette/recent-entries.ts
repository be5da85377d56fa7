import { z } from "zod";
import { ENTRY_KINDS, type PaletteEntry } from "@/components/palette/palette-entry";

const MOST_RECENT = 6;

const Entries = z.array(
  z.object({
    kind: z.enum(ENTRY_KINDS),
    uid: z.string(),
    name: z.string(),
    detail: z.string(),
    address: z.string().startsWith("/"),
  }),
);

/** The entries with a newly opened one first, each of them once. */
export function withRecent(entries: readonly PaletteEntry[], opened: PaletteEntry): PaletteEntry[] {
  return [opened, ...entries.filter(({ address }) => address !== opened.address)].slice(0, MOST_RECENT);
}

/** Reads what this browser stores; none of it if it is not what was stored. */
export function parseRecent(text: string | null): PaletteEntry[] {
  if (text === null) return [];
  try {
    return Entries.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

const nameOf = (projectID: string, personID: string) => `palette.recent.${personID}.${projectID}`;

/** What this person last opened from the palette in the project; nothing where the browser stores nothing. */
export function loadRecent(projectID: string, personID: string): PaletteEntry[] {
  try {
    return parseRecent(localStorage.getItem(nameOf(projectID, personID)));
  } catch {
    return [];
  }
}

/** Stores what was opened, as far as the browser stores anything. */
export function keepRecent(projectID: string, personID: string, opened: PaletteEntry): void {
  const entries = withRecent(loadRecent(projectID, personID), opened);
  try {
    localStorage.setItem(nameOf(projectID, personID), JSON.stringify(entries));
  } catch {
    // A browser that stores nothing has no recent entries, and the palette works without them.
  }
}
