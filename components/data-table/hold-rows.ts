/** The first page of a list as its reader saw it last, and what it would be now. */
export type HeldPage<Row> = {
  shown: readonly Row[];
  latest: readonly Row[];
  /** The page that begins at the first shown row, if it was read. */
  below: readonly Row[];
  rowID: (row: Row) => string;
  /** Rows on which the reader acted here: they may leave the list. */
  acted: ReadonlySet<string>;
};

export type Held<Row> = {
  rows: Row[];
  /** How many rows came before the first. */
  newCount: number;
  /** At least so many: all that the page has room for is new. */
  isMore: boolean;
};

/**
 * Holds the rows of a list in their places while somebody reads: none comes, none goes, each shows its newest state. A
 * row that no longer belongs to the list stays until the reader is done, except where the reader's own action took it
 * out.
 */
export function holdRows<Row>({ shown, latest, below, rowID, acted }: HeldPage<Row>): Held<Row> {
  const newest = new Map([...below, ...latest].map((row) => [rowID(row), row]));
  const rows = shown.flatMap((row) => {
    const now = newest.get(rowID(row));
    if (now) return [now];
    return acted.has(rowID(row)) ? [] : [row];
  });
  const known = new Set(shown.map(rowID));
  const first = latest.findIndex((row) => known.has(rowID(row)));
  return { rows, newCount: first === -1 ? latest.length : first, isMore: first === -1 && latest.length > 0 };
}

/** Whether a shown row is on the latest page no more, so that its state must be read from elsewhere. */
export function hasLeft<Row>({ shown, latest, rowID }: Pick<HeldPage<Row>, "shown" | "latest" | "rowID">): boolean {
  const there = new Set(latest.map(rowID));
  return shown.some((row) => !there.has(rowID(row)));
}
