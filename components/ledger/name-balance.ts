import type { Balance } from "@/lib/nouns/stats/schemas";

/** How many accepted deliveries are in no other sum; below zero if the others count more than were accepted. */
export function missingOf({ accepted, delivered, waiting, failed, discarded }: Balance): number {
  return accepted - delivered - waiting - failed - discarded;
}

/** "Balanced", "2 are missing", "1 too many". */
export function nameBalance(balance: Balance): string {
  const missing = missingOf(balance);
  if (missing === 0) return "Balanced";
  const count = Math.abs(missing).toLocaleString("en");
  if (missing < 0) return `${count} too many`;
  return `${count} ${missing === 1 ? "is" : "are"} missing`;
}
