"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { isTyping } from "@/components/layout/is-typing";

type RowKeysOptions<Row> = {
  rows: Row[];
  rowID: (row: Row) => string;
  /** The current row while none has the focus. */
  openID: string | null;
  rowKeys?: Record<string, (row: Row) => void> | undefined;
  onMove?: ((row: Row) => unknown) | undefined;
};

/**
 * Moves through the rows with j and k by focusing each row's link, so that enter opens it and a screen reader follows;
 * a letter of `rowKeys` acts on the focused row.
 */
export function useRowKeys<Row>({ rows, rowID, openID, rowKeys, onMove }: RowKeysOptions<Row>) {
  const ref = useRef<HTMLTableElement>(null);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    const table = ref.current;
    if (!table || table.closest("[aria-hidden='true'], [inert]")) return;
    const current = document.activeElement?.closest("[data-row]")?.getAttribute("data-row") ?? openID;
    const at = rows.findIndex((row) => rowID(row) === current);
    if (event.key === "j" || event.key === "k") {
      const next = rows[at === -1 ? 0 : at + (event.key === "j" ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      focusRow(table, rowID(next));
      onMove?.(next);
      return;
    }
    const row = rows[at];
    const act = rowKeys?.[event.key];
    if (!row || !act) return;
    event.preventDefault();
    act(row);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return { ref };
}

function focusRow(table: HTMLTableElement, id: string): void {
  const row = table.querySelector(`[data-row="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>("[data-row-link]")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}
