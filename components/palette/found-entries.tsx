"use client";

import {
  ArrowLeftRight,
  BellRing,
  Bookmark,
  Boxes,
  History,
  Inbox,
  type LucideIcon,
  Radio,
  Send,
  Split,
  Tags,
  UserRound,
} from "lucide-react";
import type { EntryKind, PaletteEntry } from "@/components/palette/palette-entry";
import { PaletteGroup, PaletteItem } from "@/components/palette/palette-item";
import { toItemValue } from "@/components/palette/rank-item";

const LOOK: Record<EntryKind, { icon: LucideIcon; heading: string }> = {
  endpoint: { icon: Send, heading: "Endpoints" },
  source: { icon: Radio, heading: "Sources" },
  subscription: { icon: Split, heading: "Subscriptions" },
  view: { icon: Bookmark, heading: "Views" },
  "event type": { icon: Tags, heading: "Event types" },
  person: { icon: UserRound, heading: "People" },
  event: { icon: Inbox, heading: "Events" },
  delivery: { icon: ArrowLeftRight, heading: "Deliveries" },
  replay: { icon: History, heading: "Replays" },
  "meta event": { icon: BellRing, heading: "Meta events" },
  project: { icon: Boxes, heading: "Projects" },
};

type EntriesProps = {
  entries: readonly PaletteEntry[];
  /** The words that found the entries, of which /v1 searches more than their names. */
  typed: string;
  onOpen: (entry: PaletteEntry) => void;
};

/** What was found, a group for each kind. */
export function FoundEntries({ entries, typed, onOpen }: EntriesProps) {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  return kinds.map((kind) => (
    <PaletteGroup key={kind} heading={LOOK[kind].heading}>
      {entries
        .filter((entry) => entry.kind === kind)
        .map((entry) => (
          <EntryItem key={entry.uid} entry={entry} prefix="" typed={typed} onOpen={onOpen} />
        ))}
    </PaletteGroup>
  ));
}

/** What was opened from here before, the latest first. */
export function RecentEntries({ entries, onOpen }: Omit<EntriesProps, "typed">) {
  if (entries.length === 0) return null;
  return (
    <PaletteGroup heading="Recent">
      {entries.map((entry) => (
        <EntryItem key={entry.address} entry={entry} prefix="recent " typed="" onOpen={onOpen} />
      ))}
    </PaletteGroup>
  );
}

type EntryItemProps = { entry: PaletteEntry; prefix: string; typed: string; onOpen: (entry: PaletteEntry) => void };

function EntryItem({ entry, prefix, typed, onOpen }: EntryItemProps) {
  const { kind, name, detail } = entry;
  return (
    <PaletteItem
      icon={LOOK[kind].icon}
      value={toItemValue(entry, prefix)}
      words={typed === "" ? [] : [typed]}
      detail={detail || kind}
      onSelect={() => onOpen(entry)}
    >
      {name}
    </PaletteItem>
  );
}
