"use client";

import { useQuery } from "@tanstack/react-query";
import type { Query } from "@/components/data/read";
import { usePoll } from "@/components/data/use-poll";
import { useSearchValue } from "@/components/layout/use-search-value";
import { viewListRead } from "@/components/views/queries";
import type { ChosenColumns } from "@/components/views/use-column-choice";
import { findsTheSame, toStoredQuery } from "@/components/views/view-address";
import type { ViewList } from "@/lib/kernel/vocabulary";
import type { View } from "@/lib/nouns/views/schemas";
import type { QueryReader } from "@/lib/wire/query-reader";

/** A list as its address shows it. */
export type ViewedList = {
  projectID: string;
  list: ViewList;
  reader: QueryReader<object>;
  sent: Query;
  isFiltered: boolean;
  columns: ChosenColumns;
};

const NONE: View[] = [];

/**
 * The views of a list, the one that the address names if the visitor may see it, and whether what the address shows
 * differs from it. `leave` takes the view out of the address; its filters and columns stay.
 */
export function useOpenView({ projectID, list, reader, sent, columns }: ViewedList) {
  const [id, setID] = useSearchValue("view");
  const { data: views = NONE } = useQuery({ ...viewListRead(projectID, list), refetchInterval: usePoll(60_000) });
  const open = views.find(({ uid }) => uid === id) ?? null;
  const shown = { query: toStoredQuery(sent), columns: columns.stored };
  const isChanged =
    open !== null && (open.columns.join() !== shown.columns.join() || !findsTheSame(reader, open.query, shown.query));
  return { views, open, shown, isChanged, leave: () => setID(null) };
}

/** Opens an address of the list in place; "back" returns. */
export function goTo(address: string): void {
  window.history.pushState(null, "", address);
}
