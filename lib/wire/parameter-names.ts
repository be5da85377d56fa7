/** The answer header that names the parameters of the query that its operation does not know. */
export const UNKNOWN_PARAMETERS_HEADER = "X-Hookyard-Unknown-Parameters";

/** The form in which parameter names are compared: `event_type[]`, `eventType` and `event_type` are one. */
export function toPlainName(name: string): string {
  return name.replace(/\[\]$/, "").replaceAll("_", "").toLowerCase();
}
