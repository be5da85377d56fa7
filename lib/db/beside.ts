import { version } from "@/lib/kernel/version";

/** A migration that a database has and this program does not know, with what it says of older copies. */
export type Unknown = { name: string; beside: string | null };

/**
 * Whether this program may run on a schema with these migrations of newer versions: each says that copies of this one's
 * minor version may.
 */
export function mayRunBeside(unknown: readonly Unknown[], own: string = version): boolean {
  return unknown.every(({ beside }) => beside !== null && compareMinors(own, beside) >= 0);
}

/** Compares the first two numbers of two versions. */
export function compareMinors(left: string, right: string): number {
  const [major = 0, minor = 0] = numbersOf(left);
  const [otherMajor = 0, otherMinor = 0] = numbersOf(right);
  return major - otherMajor || minor - otherMinor;
}

function numbersOf(version: string): number[] {
  return version.split(".").map(Number);
}
