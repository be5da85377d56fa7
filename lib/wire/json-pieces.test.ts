import fc from "fast-check";
import { expect, it } from "vitest";
import { toJsonPieces, writtenAsBytes, writtenAsText } from "@/lib/wire/json-pieces";

it("writes the same JSON as the values would, whatever the bytes", () => {
  const property = fc.property(
    fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }),
    fc.json(),
    (payloads, other) => {
      const lazy = payloads.map((bytes) => ({ other, data: writtenAsBytes(bytes), raw: writtenAsText(bytes) }));
      const plain = payloads.map((bytes) => ({ other, data: [...bytes], raw: Buffer.from(bytes).toString("utf8") }));
      const { pieces, payloadBytes } = toJsonPieces({ lazy, other });
      expect([...pieces].join("")).toBe(JSON.stringify({ lazy: plain, other }));
      expect(payloadBytes).toBe(payloads.reduce((sum, bytes) => sum + 2 * bytes.length, 0));
      expect(JSON.stringify(lazy)).toBe(JSON.stringify(plain));
    },
  );
  fc.assert(property);
});

it("joins characters across the border of two pieces", () => {
  const text = `${"x".repeat(16_383)}€🎉"\\\n\0`.repeat(5);
  const bytes = Buffer.from(text);
  expect([...toJsonPieces(writtenAsText(bytes)).pieces].join("")).toBe(JSON.stringify(text));
  expect(JSON.parse([...toJsonPieces(writtenAsBytes(bytes)).pieces].join(""))).toEqual([...bytes]);
});
