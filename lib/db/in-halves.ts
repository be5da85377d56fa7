/** PostgreSQL's classes for values that it cannot take: data exception, integrity violation, program limit. */
export function isRefusedData(error: unknown): boolean {
  return /^(22|23|54)/.test((error as { code?: string }).code ?? "");
}

/**
 * Writes a batch. One with a value in it that the store refuses is halved until the item is found that has it, which is
 * left to `refused`; all others are written. `mayHalve` says of which errors that is true. Any other is thrown, and what was
 * written before stays.
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
