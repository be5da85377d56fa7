import { expect, it } from "vitest";
import { wrapPayload } from "@/lib/sending/envelope";

const at = new Date("2027-01-31T12:00:00.000Z");
const wrap = (payload: Buffer | string) => wrapPayload(Buffer.from(payload), { type: "order.paid", at }).toString();
const around = (data: string) => `{"type":"order.paid","timestamp":"2027-01-31T12:00:00.000Z","data":${data}}`;

it.each([
  '{"id":9007199254740993,"dec":1.10,"exp":1e400,"a":1,"a":2,"n":-0,"s":"\\ud800"}',
  " [1.0 , 2]\n",
  '"text"',
  "null",
])("inserts JSON byte for byte: %s", (payload) => {
  expect(wrap(payload)).toBe(around(payload));
});

it.each([
  ["a=1&b=größer", '"a=1&b=größer"'],
  ['{"broken":', '"{\\"broken\\":"'],
  ["", '""'],
])("turns other text into a JSON string: %s", (payload, data) => {
  expect(wrap(payload)).toBe(around(data));
});

it("encodes other bytes as base64, and says so", () => {
  const payload = Buffer.from([0xff, 0x00, 0x1f]);
  const { data, encoding } = JSON.parse(wrapPayload(payload, { type: "order.paid", at }).toString());
  expect([Buffer.from(data, encoding), encoding]).toEqual([payload, "base64"]);
});
