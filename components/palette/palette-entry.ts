import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

/** What the palette finds by name or id. */
export const ENTRY_KINDS = [
  "endpoint",
  "source",
  "subscription",
  "event type",
  "view",
  "person",
  "event",
  "delivery",
  "replay",
  "meta event",
  "project",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One thing that the palette leads to. */
export type PaletteEntry = { kind: EntryKind; uid: string; name: string; detail: string; address: string };

/** What an action on an endpoint needs of it. */
export type FoundEndpoint = Pick<Endpoint, "uid" | "name" | "status">;
