import {
  BackupError,
  END_OF_ROWS,
  Ending,
  type Heading,
  parseHeading,
  parseLine,
  SectionLine,
} from "@/lib/backup/format";

/** A longer line is none of ours. */
const MAX_LINE = 4 * 1024 * 1024;
const LINE_BREAK = 10;

export type BackupReader = {
  heading: Heading;
  /**
   * Yields each section with its rows, as chunks of COPY's text. The rows of one must be read to their end before the
   * next section. Returns the ending, or throws a BackupError if the backup is not whole.
   */
  sections(): AsyncGenerator<{ line: SectionLine; rows: AsyncGenerator<Buffer> }, Ending>;
};

/** Reads a backup's heading; the rest is read as it is asked for, so that memory does not grow with it. */
export async function readBackup(bytes: AsyncIterable<Buffer>): Promise<BackupReader> {
  const cursor = new Cursor(bytes);
  const heading = parseHeading(await cursor.line());
  return { heading, sections: () => readSections(cursor) };
}

async function* readSections(cursor: Cursor): ReturnType<BackupReader["sections"]> {
  for (let sections = 0; ; sections++) {
    const line = parseLine(await cursor.line());
    const ending = Ending.safeParse(line).data;
    if (ending) {
      if (ending.sections !== sections) throw damaged(`it has ${sections} of ${ending.sections} sections`);
      return ending;
    }
    const section = SectionLine.safeParse(line).data;
    if (!section) throw damaged("a section does not begin where one must");
    yield { line: section, rows: cursor.rows() };
  }
}

function damaged(how: string): BackupError {
  return new BackupError(`The backup is damaged: ${how}.`);
}

/** Lines and rows from bytes that come in chunks of any size. */
class Cursor {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (let searched = 0; ; ) {
      const end = this.#rest.indexOf(LINE_BREAK, searched);
      if (end >= 0) return this.#take(end + 1).toString("utf8", 0, end);
      searched = this.#rest.length;
      if (searched > MAX_LINE) throw damaged("a line is too long");
      await this.#more();
    }
  }

  /** Chunks of whole rows, until the line that ends them, which is consumed. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#endOfRows();
      if (end !== null) {
        const rows = this.#take(end);
        this.#take(END_OF_ROWS.length);
        if (rows.length > 0) yield rows;
        return;
      }
      const whole = this.#rest.lastIndexOf(LINE_BREAK) + 1;
      if (whole > 0) yield this.#take(whole);
      await this.#more();
    }
  }

  /** Where the ending line begins in what is at hand, which begins with a row. */
  #endOfRows(): number | null {
    if (this.#rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
    const before = this.#rest.indexOf(Buffer.concat([Buffer.of(LINE_BREAK), END_OF_ROWS]));
    return before < 0 ? null : before + 1;
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done) throw damaged("it ends too early");
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
  }
}
