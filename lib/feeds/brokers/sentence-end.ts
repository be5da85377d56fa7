/** What a library or a server says, as the end of a sentence: its first line, closed with a full stop. */
export function toSentenceEnd(told: string): string {
  const line = (told.split("\n", 1)[0] ?? "").replace(/\s*Resolution note:\s*$/, "").trim();
  if (line === "") return "it gave no reason.";
  return /[.!?)]$/.test(line) ? line : `${line}.`;
}
