"use client";

import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { isPageKey } from "@/components/layout/is-page-key";

type RowKeysOptions<Row> = {
  rows: Row[];
  rowID: (row: Row) => string;
  /** The current row while none has the focus. */
  openID: string | null;
  rowKeys?: Record<string, (row: Row) => void> | undefined;
  onMove?: ((row: Row) => unknown) | undefined;
};

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/**
 * Moves through the rows with j and k by focusing each row's link, so that enter opens it and a screen reader follows;
 * a letter of `rowKeys` acts on the focused row.
 */
export function useRowKeys<Row>({ rows, rowID, openID, rowKeys, onMove }: RowKeysOptions<Row>) {
  const ref = useRef<HTMLTableElement>(null);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const table = ref.current;
    if (!isPageKey(event) || !table || isCovered(table)) return;
    const current = findFocusedRow() ?? openID;
    const at = rows.findIndex((row) => rowID(row) === current);
    const step = STEPS[event.key];
    if (step === undefined) return run(event, rows[at], rowKeys?.[event.key]);
    run(event, rows[at === -1 ? 0 : at + step], (next) => {
      focusRow(table, rowID(next));
      onMove?.(next);
    });
  });

  // With what it is for, not after it is painted: a key in between would be lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return { ref };
}

/** Lets a key act on a row, where there are both. */
function run<Row>(event: KeyboardEvent, row: Row | undefined, act: ((row: Row) => void) | undefined): void {
  if (!row || !act) return;
  event.preventDefault();
  act(row);
}

/** Something that must be answered first lies over the table. */
function isCovered(table: HTMLTableElement): boolean {
  return table.closest("[aria-hidden='true'], [inert]") !== null;
}

function findFocusedRow(): string | null {
  return document.activeElement?.closest("[data-row]")?.getAttribute("data-row") ?? null;
}

function focusRow(table: HTMLTableElement, id: string): void {
  const row = table.querySelector(`[data-row="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>("[data-row-link]")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}
