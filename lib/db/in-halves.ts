/** PostgreSQL's error classes for values that it rejects: data exception, integrity violation, program limit. */
export function isRefusedData(error: unknown): boolean {
  return /^(22|23|54)/.test((error as { code?: string }).code ?? "");
}

/**
 * Writes a batch. A batch with a value that the database refuses is halved until the item is found, which goes to
 * `refused`; all others are written. `mayHalve` selects these errors. Any other error is thrown, and what was written
 * before stays.
 */
export async function writeInHalves<T>(
  batch: readonly T[],
  write: (part: readonly T[]) => Promise<void>,
  refused: (item: T, error: unknown) => Promise<void>,
  mayHalve: (error: unknown) => boolean = isRefusedData,
): Promise<void> {
  if (batch.length === 0) return;
  try {
    await write(batch);
  } catch (error) {
    if (!mayHalve(error)) throw error;
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) return refused(only, error);
    const middle = Math.ceil(batch.length / 2);
    await writeInHalves(batch.slice(0, middle), write, refused, mayHalve);
    await writeInHalves(batch.slice(middle), write, refused, mayHalve);
  }
}
