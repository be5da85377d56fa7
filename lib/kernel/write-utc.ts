/** A moment as sentences tell it: `2027-01-31 12:00:00 UTC`. */
export function writeUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
