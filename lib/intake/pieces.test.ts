import { expect, it } from "vitest";
import { Pieces } from "@/lib/intake/pieces";

it.each([0, 1, 2, 255, 256, 257, 1_000, 70_000])("joins %i pieces of one byte in their order", (count) => {
  const pieces = new Pieces();
  for (let at = 0; at < count; at++) pieces.add(Buffer.of(at % 251));
  expect(pieces.join().equals(Uint8Array.from({ length: count }, (_, at) => at % 251))).toBe(true);
});

it("joins large ones among small ones", () => {
  const pieces = new Pieces();
  const all = Array.from({ length: 600 }, (_, at) => Buffer.alloc(at % 100 === 0 ? 100_000 : 1, at));
  for (const piece of all) pieces.add(piece);
  expect(pieces.join().equals(Buffer.concat(all))).toBe(true);
});

it("copies no body that comes in one piece", () => {
  const pieces = new Pieces();
  const body = Buffer.from("{}");
  pieces.add(body);
  expect(pieces.join()).toBe(body);
});
