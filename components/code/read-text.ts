/** Returns the text of these bytes, or null if they are none: not UTF-8, or with a NUL, which no text contains. */
export function readText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
