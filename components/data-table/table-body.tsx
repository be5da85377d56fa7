import type { ReactTable, RowData, Row as TableRow } from "@tanstack/react-table";
import { memo } from "react";
import { cellClasses, ROW_CLASSES } from "@/components/data-table/cell-classes";
import type { Features } from "@/components/data-table/features";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/class-names";

type TableBodyProps<Row extends RowData> = {
  table: ReactTable<Features, Row>;
  selectable: boolean;
  openID: string | null;
  rowName: (row: Row) => string;
};

export function TableBody<Row extends RowData>({ table, selectable, openID, rowName }: TableBodyProps<Row>) {
  return (
    <tbody className="max-md:block">
      {table.getRowModel().rows.map((row) => (
        <tr
          key={row.id}
          data-row={row.id}
          aria-selected={selectable ? row.getIsSelected() : undefined}
          onClick={openRowLink}
          className={row.id === openID || row.getIsSelected() ? MARKED_CLASSES : PLAIN_CLASSES}
        >
          {selectable && <SelectCell row={row} name={rowName(row.original)} />}
          <Cells table={table} row={row} columns={table.options.columns} original={row.original} />
        </tr>
      ))}
    </tbody>
  );
}

const PLAIN_CLASSES = cn(
  ROW_CLASSES,
  "has-[[data-row-link]]:cursor-pointer hover:bg-hover",
  "has-[[data-row-link]:focus-visible]:bg-hover has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:outline-accent has-[[data-row-link]:focus-visible]:-outline-offset-2",
);
const MARKED_CLASSES = cn(PLAIN_CLASSES, "bg-accent-soft hover:bg-accent-soft");

type CellsProps<Row extends RowData> = {
  table: ReactTable<Features, Row>;
  row: TableRow<Features, Row>;
  /** What the cells depend on: the table and its rows are others at every drawing. */
  columns: unknown;
  original: Row;
};

/** Drawn again only for another row: a list may have a hundred, and is drawn at every change beside it. */
const Cells = memo(
  function Cells<Row extends RowData>({ table, row }: CellsProps<Row>) {
    return row.getAllCells().map((cell) => (
      <td key={cell.id} className={cellClasses(cell.column.columnDef.meta)}>
        <table.FlexRender cell={cell} />
      </td>
    ));
  },
  (one, other) => one.original === other.original && one.columns === other.columns,
) as <Row extends RowData>(props: CellsProps<Row>) => React.ReactNode;

function SelectCell<Row extends RowData>({ row, name }: { row: TableRow<Features, Row>; name: string }) {
  return (
    <td className="max-md:hidden md:pl-6">
      <Checkbox
        aria-label={`Select ${name}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
        className="align-middle"
      />
    </td>
  );
}

/** A click anywhere on the row clicks its link, unless it hit a control or marked text. */
function openRowLink(event: React.MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as Element;
  if (target.closest("a, button, input, label, [role='menuitem'], [role='dialog']")) return;
  if (window.getSelection()?.toString()) return;
  event.currentTarget.querySelector<HTMLAnchorElement>("[data-row-link]")?.click();
}
