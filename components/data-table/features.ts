import {
  type ColumnDef,
  createColumnHelper,
  metaHelper,
  type RowData,
  rowSelectionFeature,
  tableFeatures,
} from "@tanstack/react-table";

/**
 * The place of a column when the row is a card on the phone; a column without one is left out there. `note` is a last
 * line of its own.
 */
export type CardPlace = "status" | "time" | "title" | "detail" | "action" | "note";

export type ColumnMeta = {
  align?: "right";
  /** Tailwind width of the column on wide screens; columns without one share the rest. */
  width?: string;
  card?: CardPlace;
  /** What it shows always fits, or cuts itself. Other columns cut their text, and each cell that does makes a frame dearer. */
  fits?: true;
  /** Drops the column on narrower screens: `lg` is shown from 1024 px on, `never` on cards alone. */
  from?: "lg" | "xl" | "never";
};

export const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnMeta>() });

export type Features = typeof features;

// biome-ignore lint/suspicious/noExplicitAny: a list of columns holds a different value type in each.
export type Columns<Row extends RowData> = ColumnDef<Features, Row, any>[];

export function columnHelper<Row extends RowData>() {
  return createColumnHelper<Features, Row>();
}
