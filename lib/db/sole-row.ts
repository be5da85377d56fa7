/** The row of a statement that always answers one, as a count does. */
export function soleRow<R>([row]: readonly R[]): R {
  if (row === undefined) throw new Error("A statement that answers one row answered none.");
  return row;
}
