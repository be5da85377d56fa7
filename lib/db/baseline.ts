/** The last of the sixty-six files in which the schema came about before version 0.1 told it by subject, in ten. */
const LAST_BEFORE = "0090_alert_rules.sql";

/** The files of both begin with smaller numbers, those since with this one and larger ones. */
const SINCE = "0091";

/** What to say of a schema that has not all of the files before the baseline. */
export const TOO_OLD = `It was made before ${LAST_BEFORE}, too long ago for this version. Start a version of November 2026 on it first.`;

/** Whether a migration is one of those that make the schema of version 0.1. */
export function isOfBaseline(name: string): boolean {
  return name < SINCE;
}

/**
 * The migrations that a database or a backup has, told by this program's files: a schema that came about in the files
 * before the baseline is the baseline's. Null if it has not all of them.
 */
export function tellByBaseline(applied: readonly string[], files: readonly string[]): string[] | null {
  const earlier = applied.filter((name) => isOfBaseline(name) && !files.includes(name));
  if (earlier.length === 0) return [...applied];
  if (!earlier.includes(LAST_BEFORE)) return null;
  return [...files.filter(isOfBaseline), ...applied.filter((name) => !earlier.includes(name))];
}
