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
        <BodyRow
          key={row.id}
          table={table}
          row={row}
          columns={table.options.columns}
          original={row.original}
          isOpen={row.id === openID}
          isSelected={row.getIsSelected()}
          name={selectable ? rowName(row.original) : null}
        />
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

type BodyRowProps<Row extends RowData> = CellsProps<Row> & {
  isOpen: boolean;
  isSelected: boolean;
  /** Names the row where it can be selected. */
  name: string | null;
};

const hasSameCells = <Row extends RowData>(one: CellsProps<Row>, other: CellsProps<Row>) =>
  one.original === other.original && one.columns === other.columns;

/** Drawn again only where it differs: a list may have a hundred, and is drawn at every change beside it. */
const BodyRow = memo(
  function BodyRow<Row extends RowData>({ isOpen, isSelected, name, ...cells }: BodyRowProps<Row>) {
    const { row } = cells;
    return (
      <tr
        data-row={row.id}
        aria-selected={name === null ? undefined : isSelected}
        onClick={openRowLink}
        className={isOpen || isSelected ? MARKED_CLASSES : PLAIN_CLASSES}
      >
        {name !== null && <SelectCell row={row} isSelected={isSelected} name={name} />}
        <Cells {...cells} />
      </tr>
    );
  },
  (one, other) =>
    hasSameCells(one, other) &&
    one.isOpen === other.isOpen &&
    one.isSelected === other.isSelected &&
    one.name === other.name,
) as <Row extends RowData>(props: BodyRowProps<Row>) => React.ReactNode;

/** The same for its cells, where the row itself is marked or not. */
const Cells = memo(function Cells<Row extends RowData>({ table, row }: CellsProps<Row>) {
  return row.getAllCells().map((cell) => (
    <td key={cell.id} className={cellClasses(cell.column.columnDef.meta)}>
      <table.FlexRender cell={cell} />
    </td>
  ));
}, hasSameCells) as <Row extends RowData>(props: CellsProps<Row>) => React.ReactNode;

type SelectCellProps<Row extends RowData> = { row: TableRow<Features, Row>; isSelected: boolean; name: string };

function SelectCell<Row extends RowData>({ row, isSelected, name }: SelectCellProps<Row>) {
  return (
    <td className="max-md:hidden md:pl-6">
      <Checkbox
        aria-label={`Select ${name}`}
        checked={isSelected}
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
