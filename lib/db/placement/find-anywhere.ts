const NOT_HERE = new Error("It is not here.");

/**
 * Asks all databases at once for what one of them may have. Returns it as soon as one has it, and null once each has said
 * that it has not. Throws what failed where none has it and one did not say.
 */
export async function findAnywhere<T, Row>(
  databases: readonly T[],
  ask: (database: T) => Promise<Row | undefined>,
): Promise<Row | null> {
  const asked = databases.map(async (database) => {
    const found = await ask(database);
    if (found === undefined) throw NOT_HERE;
    return found;
  });
  try {
    return await Promise.any(asked);
  } catch (error) {
    const errors: unknown[] = (error as AggregateError).errors;
    const failed = errors.find((one) => one !== NOT_HERE);
    if (failed !== undefined) throw failed;
    return null;
  }
}
