import { z } from "zod";
import { StartupError } from "@/lib/kernel/startup-error";

/**
 * The format of a backup, in the order of its bytes; the whole is gzip, and that is age if it is encrypted:
 *
 * 1. the heading, a line of JSON;
 * 2. sections, each a line of JSON, then rows as PostgreSQL's COPY writes them as text, then a line `\.`; a table
 *    follows the tables that it refers to;
 * 3. the ending, a line of JSON: without it the backup is not whole.
 *
 * Text rather than COPY's binary form: PostgreSQL promises to read it in every later version.
 */
export const FORMAT = "hookyard backup";
export const FORMAT_VERSION = 1;

/** The line that ends a section's rows. COPY escapes backslashes, so no row is like it. */
export const END_OF_ROWS = Buffer.from("\\.\n");

export const Heading = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  /** Versions of the program and of the PostgreSQL that it was made with. */
  program: z.string(),
  postgres: z.string(),
  made_at: z.iso.datetime(),
  /** The schema: names of the migrations that it has, the oldest first. */
  migrations: z.array(z.string()).min(1),
  /** Ids of the keys that its credentials are encrypted with; the keys themselves are not in it. */
  keys: z.array(z.string()),
  /** The days of which it has all events and deliveries, both inclusive; null for every day. */
  days: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }).nullable(),
  /** Days with a partition of their own. */
  partitions: z.array(z.iso.date()),
  /** The next values of identity columns are greater than these. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.number() })),
});
export type Heading = z.infer<typeof Heading>;

export const SectionLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
/** What follows: rows of these columns of a table. A table of days has a section for each of its days. */
export type SectionLine = z.infer<typeof SectionLine>;

export const Ending = z.object({ end: z.literal(true), sections: z.number().int(), rows: z.number().int() });
export type Ending = z.infer<typeof Ending>;

/** Says why a file cannot be restored. */
export class BackupError extends StartupError {}

/** Throws if this program cannot read the backup. */
export function parseHeading(line: string): Heading {
  const parsed = parseLine(line);
  const { version } = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(parsed).data ?? {};
  if (version === undefined) throw new BackupError("This is not a backup of Hookyard.");
  if (version > FORMAT_VERSION) {
    throw new BackupError(`This backup is of a newer Hookyard (format ${version}): restore it with that one.`);
  }
  return Heading.parse(parsed);
}

/** The line as JSON; undefined if it is none. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
