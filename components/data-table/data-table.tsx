"use client";

import { type RowData, type RowSelectionState, useTable } from "@tanstack/react-table";
import type { CSSProperties } from "react";
import { type Columns, features } from "@/components/data-table/features";
import { TableBody } from "@/components/data-table/table-body";
import { TableHead } from "@/components/data-table/table-head";
import { useRowKeys } from "@/components/data-table/use-row-keys";
import { cn } from "@/components/ui/class-names";

export type Selection = { selected: RowSelectionState; onSelect: (selected: RowSelectionState) => void };

export type DataTableProps<Row extends RowData> = {
  /** Names the table for screen readers: "Deliveries". */
  label: string;
  columns: Columns<Row>;
  rows: Row[];
  rowID: (row: Row) => string;
  /** The row's name in its checkbox's label, after "Select". */
  rowName?: (row: Row) => string;
  /** The row that is open in the side panel. */
  openID?: string | null;
  selection?: Selection;
  /** Actions of single letters on the focused row: `{ r: resend }`. */
  rowKeys?: Record<string, (row: Row) => void>;
  /** Called when j or k moves to another row, which then opens too. */
  onMove?: (row: Row) => unknown;
  /** The table is never narrower than this, such as `80rem`, and scrolls sideways instead. */
  leastWidth?: string | undefined;
};

const NOTHING_SELECTED: Selection = { selected: {}, onSelect: () => {} };

/**
 * The one table. The page provides columns with their meta (alignment, place on the card), rows in order and the
 * letters' actions; the table draws, selects and moves.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowID, rowName, openID = null, selection, rowKeys, onMove, leastWidth } = props;
  const { selected, onSelect } = selection ?? NOTHING_SELECTED;

  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: rowID,
    state: { rowSelection: selected },
    enableRowSelection: selection !== undefined,
    onRowSelectionChange: (update) => onSelect(typeof update === "function" ? update(selected) : update),
  });

  const select = (row: Row) => table.getRow(rowID(row)).toggleSelected();
  const keys = useRowKeys({ rows, rowID, openID, onMove, rowKeys: selection ? { x: select, ...rowKeys } : rowKeys });

  const drawn = (
    <table
      aria-label={label}
      className={cn("w-full table-fixed border-collapse max-md:block", leastWidth && "md:min-w-(--least)")}
      style={leastWidth ? ({ "--least": leastWidth } as CSSProperties) : undefined}
      {...keys}
    >
      <TableHead table={table} selectable={selection !== undefined} />
      <TableBody table={table} selectable={selection !== undefined} openID={openID} rowName={rowName ?? rowID} />
    </table>
  );
  // A head that stuck to the scrolled part would stick below its own first row.
  return leastWidth ? <div className="md:overflow-x-auto md:[&_th]:static">{drawn}</div> : drawn;
}
