/** Headers as lines in the order of their names, to be compared. */
export function writeHeaders(headers: Readonly<Record<string, string>>): string {
  const entries = Object.entries(headers).sort(([a], [b]) => a.localeCompare(b));
  return entries.map(([name, value]) => `${name}: ${value}`).join("\n");
}
