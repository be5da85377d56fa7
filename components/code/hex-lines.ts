/** One line of a hex dump: 16 bytes at most. */
export type HexLine = { offset: string; bytes: string; text: string };

const WIDTH = 16;

/** Writes bytes as lines of offset, hexadecimal bytes in two groups, and ASCII with a point for what it lacks. */
export function toHexLines(bytes: Uint8Array): HexLine[] {
  const lines: HexLine[] = [];
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const row = [...bytes.subarray(at, at + WIDTH)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0"));
    lines.push({
      offset: at.toString(16).padStart(8, "0"),
      bytes: `${hex.slice(0, 8).join(" ")}  ${hex.slice(8).join(" ")}`.padEnd(WIDTH * 3),
      text: row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join(""),
    });
  }
  return lines;
}
