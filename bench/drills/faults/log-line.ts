/** A line of a copy's log: its message, and the whole of it. */
export type LogLine = { readonly msg: string; readonly text: string };

/** Reads a line of JSON; what is none has no message. */
export function readLogLine(text: string): LogLine {
  try {
    const { msg } = JSON.parse(text) as { msg?: unknown };
    return { msg: String(msg ?? ""), text };
  } catch {
    return { msg: "", text };
  }
}
