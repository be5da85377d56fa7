"use client";

import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { usePoll } from "@/components/data/use-poll";
import { type Held, hasLeft, holdRows } from "@/components/data-table/hold-rows";
import { Reading } from "@/components/data-table/reading";
import type { ApiError } from "@/lib/api/client";
import type { Page } from "@/lib/wire/fields";

type Listed = { uid: string; created_at: string | null };
type Result<Row> = { data: Page<Row> | undefined; error: ApiError | null; refetch: () => void };

type Options<Row> = {
  result: Result<Row> & { isPlaceholderData: boolean };
  list: { sent: object; isFirstPage: boolean };
  /** Reads the same list up to this time. */
  readUntil: (endDate: string) => { queryKey: QueryKey };
  /** Rows are selected. */
  isSelecting: boolean;
  /** Rows that an action of the reader is under way for. */
  pending: ReadonlySet<string>;
};

/** What a list says of rows that wait for its reader. */
export type Waiting = Pick<Held<unknown>, "newCount" | "isMore"> & {
  /** The ref of the region that holds the rows. */
  watch: (region: HTMLElement | null) => (() => void) | undefined;
  show: () => void;
};

/** The page as its reader saw it last, and of which list it is. */
type Shown<Row> = { key: string; page: Page<Row>; acted: ReadonlySet<string> };

const NOBODY: ReadonlySet<string> = new Set();
const rowID = ({ uid }: Listed) => uid;

/**
 * The rows of a list for somebody who reads it: new ones come by themselves at the top of an idle list; while it is
 * scrolled, hovered, has the focus, an open menu or selected rows, they wait until they are asked for.
 */
export function useHeldRows<Row extends Listed>(options: Options<Row>): { result: Result<Row>; waiting: Waiting } {
  const { result, readUntil } = options;
  const { held, show, watch } = useHold(options);
  const shown = contentOf(held?.page);
  const latest = contentOf(result.data);
  const below = useQuery<Page<Row>, ApiError>({
    ...readUntil(shown[0]?.created_at ?? ""),
    enabled: hasLeft({ shown, latest, rowID }),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  if (held === null) return { result, waiting: { newCount: 0, isMore: false, show, watch } };
  // Until this is read a row may be on no page that we know, and in the list all the same.
  const acted = below.isSuccess && !below.isPlaceholderData ? held.acted : NOBODY;
  const { rows, ...counts } = holdRows({ shown, latest, below: contentOf(below.data), rowID, acted });
  return { result: { ...result, data: { ...held.page, content: rows } }, waiting: { ...counts, show, watch } };
}

function contentOf<Row>(page: Page<Row> | undefined): Row[] {
  return page?.content ?? [];
}

/** Follows the latest page until somebody reads, and then holds the one that they see; null while it follows. */
function useHold<Row extends Listed>({ result, list, isSelecting, pending }: Options<Row>) {
  const [reading] = useState(() => new Reading());
  const isReading = useSyncExternalStore(reading.subscribe, reading.get, () => false);
  const [shown, setShown] = useState<Shown<Row> | null>(null);
  const { data: latest } = result;
  // The rows of the list before this one are nothing to hold.
  const key = result.isPlaceholderData ? "" : JSON.stringify(list.sent);
  const isRead = isReading || isSelecting;

  const holds = isRead && list.isFirstPage && isOf(shown, key);
  const next = holds ? noteActed(shown, pending) : follow(shown, key, latest);
  if (next !== shown) setShown(next);
  const show = () => latest && setShown({ key, page: latest, acted: NOBODY });
  return { held: holds && latest !== shown.page ? shown : null, show, watch: reading.watch };
}

function isOf<Row>(shown: Shown<Row> | null, key: string): shown is Shown<Row> {
  return shown !== null && key !== "" && shown.key === key && shown.page.content.length > 0;
}

function follow<Row>(shown: Shown<Row> | null, key: string, latest: Page<Row> | undefined): Shown<Row> | null {
  const isThere = latest === undefined || (shown?.page === latest && shown.key === key);
  return isThere ? shown : { key, page: latest, acted: NOBODY };
}

function noteActed<Row>(shown: Shown<Row>, pending: ReadonlySet<string>): Shown<Row> {
  const isNew = [...pending].some((id) => !shown.acted.has(id));
  return isNew ? { ...shown, acted: new Set([...shown.acted, ...pending]) } : shown;
}
