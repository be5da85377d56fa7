type Line = { toldAt: number; repeated: number };

/** The same failure is told once in so long. */
const QUIET_MS = 10_000;
/** More kinds of failures than there are at a time: beyond this many, all are told. */
const MOST = 500;

/**
 * Finds lines of a log that tell of nothing but the same failure again: while a server is away, each part of the program
 * fails at it several times a second. A line that has more to say than its error, such as whose request failed, is not one.
 */
export class RepeatedLines {
  readonly #told = new Map<string, Line>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * The fields to log: those given, and how often the line was left out since it was told last, as `repeated`. Null where
   * it is to be left out.
   */
  look(fields: unknown, message: unknown): object | null {
    if (!isOfErrorAlone(fields)) return fields as object;
    const key = `${String(message)}\n${fields.err.message}`;
    const known = this.#told.get(key);
    const at = this.now();
    if (known && at - known.toldAt < QUIET_MS) {
      known.repeated += 1;
      return null;
    }
    if (this.#told.size >= MOST) this.#told.clear();
    this.#told.set(key, { toldAt: at, repeated: 0 });
    return known && known.repeated > 0 ? { ...fields, repeated: known.repeated } : fields;
  }
}

function isOfErrorAlone(fields: unknown): fields is { err: Error } {
  if (typeof fields !== "object" || fields === null) return false;
  const { err } = fields as { err?: unknown };
  return err instanceof Error && Object.keys(fields).length === 1;
}
