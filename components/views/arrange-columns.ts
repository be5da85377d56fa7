import type { RowData } from "@tanstack/react-table";
import type { Columns } from "@/components/data-table/features";

/** The columns that a list may have: the usual ones in their order, and more to choose from. */
export type ColumnChoice<Row extends RowData> = {
  usual: Columns<Row>;
  more: Columns<Row>;
  /** It opens the row, so it always stays. */
  fixed: string;
};

/** The row's actions, which nobody chooses and which are always the last column. */
const ACTIONS = "actions";

export function idOf<Row extends RowData>(column: Columns<Row>[number]): string {
  if (column.id !== undefined) return column.id;
  return "accessorKey" in column ? String(column.accessorKey) : "";
}

/** The ids and names of what can be chosen, the usual ones first. */
export function listChoices<Row extends RowData>({ usual, more, fixed }: ColumnChoice<Row>) {
  return [...usual, ...more]
    .map((column) => ({ id: idOf(column), name: String(column.header) }))
    .filter(({ id }) => id !== ACTIONS)
    .map((choice) => ({
      ...choice,
      isUsual: usual.some((column) => idOf(column) === choice.id),
      isFixed: choice.id === fixed,
    }));
}

/** The known ones of the wanted ids, each once, with the fixed one; the usual ones if none is known. */
export function readChosen<Row extends RowData>(choice: ColumnChoice<Row>, wanted: readonly string[]): string[] {
  const choices = listChoices(choice);
  const known = [...new Set(wanted)].filter((id) => choices.some((one) => one.id === id));
  if (known.length === 0) return choices.filter(({ isUsual }) => isUsual).map(({ id }) => id);
  return known.includes(choice.fixed) ? known : [choice.fixed, ...known];
}

/**
 * What was chosen is shown however narrow the screen is: the table scrolls. A share of the width would be one of others
 * than it was meant for.
 */
function onAnyWidth<Row extends RowData>({ meta, ...column }: Columns<Row>[number]): Columns<Row>[number] {
  const { from: _from, width, ...rest } = meta ?? {};
  return { ...column, meta: { ...rest, ...(width && FIXED_WIDTH.test(width) && { width }) } };
}

/** Tailwind's widths in quarters of a rem. */
const FIXED_WIDTH = /^w-(\d+)$/;
/** The least width of a column that shares what the others leave, and of the checkbox before the row. */
const LEAST_REM = { shared: 11, checkbox: 3.5 };

/** The width below which a table with these columns scrolls sideways. */
export function leastWidthOf<Row extends RowData>(columns: Columns<Row>): string {
  const widths = columns
    .filter(({ meta }) => meta?.from !== "never")
    .map(({ meta }) => Number(FIXED_WIDTH.exec(meta?.width ?? "")?.[1] ?? 4 * LEAST_REM.shared) / 4);
  return `${widths.reduce((sum, one) => sum + one, LEAST_REM.checkbox)}rem`;
}

/**
 * The columns of a table by the chosen ids, in their order, then the actions. On the phone a card keeps all that it
 * usually has.
 */
export function arrangeColumns<Row extends RowData>(
  choice: ColumnChoice<Row>,
  chosen: readonly string[],
): Columns<Row> {
  const { usual, more } = choice;
  const byID = new Map([...usual, ...more].map((column) => [idOf(column), column]));
  const shown = chosen.map((id) => byID.get(id)).filter((column) => column !== undefined);
  const onCards = usual.filter((column) => column.meta?.card && idOf(column) !== ACTIONS && !shown.includes(column));
  return [
    ...shown.map(onAnyWidth),
    ...onCards.map((column) => ({ ...column, meta: { ...column.meta, from: "never" as const } })),
    ...usual.filter((column) => idOf(column) === ACTIONS),
  ];
}
