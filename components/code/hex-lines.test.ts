import fc from "fast-check";
import { expect, test } from "vitest";
import { toHexLines } from "./hex-lines";

test("a dump has offset, bytes in two groups, and their ASCII", () => {
  const bytes = new Uint8Array([
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0xff,
  ]);
  expect(toHexLines(bytes)).toEqual([
    { offset: "00000000", bytes: "89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52", text: ".PNG........IHDR" },
    { offset: "00000010", bytes: `ff${" ".repeat(46)}`, text: "." },
  ]);
});

test("every byte can be read back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const read = toHexLines(bytes).flatMap((line) => line.bytes.split(" ").filter((one) => one !== ""));
      expect(read.map((byte) => Number.parseInt(byte, 16))).toEqual([...bytes]);
    }),
  );
});
