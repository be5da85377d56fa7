import { BackupError } from "@/lib/backup/format";
import type { BackupReader } from "@/lib/backup/read-backup";

const LINE_BREAK = 10;

/** Reads a backup to its end and returns the rows of each table. Throws a BackupError if it is not whole. */
export async function checkBackup({ sections }: BackupReader): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const reading = sections();
  for (;;) {
    const { value, done } = await reading.next();
    if (done) {
      refuseMissing(counts, value.rows);
      return counts;
    }
    let rows = counts.get(value.line.table) ?? 0;
    for await (const chunk of value.rows) rows += countLines(chunk);
    counts.set(value.line.table, rows);
  }
}

/** Throws a BackupError unless these are all the rows that the backup says it has. */
export function refuseMissing(counts: ReadonlyMap<string, number>, expected: number): void {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total !== expected) throw new BackupError(`The backup is damaged: ${total} of ${expected} rows are there.`);
}

/** A row is a line: COPY escapes line breaks. */
function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, at + 1)) count += 1;
  return count;
}
