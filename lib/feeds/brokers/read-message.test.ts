import { expect, it } from "vitest";
import { readMessage } from "@/lib/feeds/brokers/read-message";

const read = (fields: object) => {
  const body = Buffer.from(JSON.stringify({ event_type: "order.paid", data: 1, ...fields }));
  return readMessage({ body, attributes: {} } as unknown as Parameters<typeof readMessage>[0]);
};

it("takes when it is to be delivered and what its sender calls it, as events by API do", () => {
  const given = { delay: "15m", external_id: "order-1042", metadata: { customer: "ada" }, tags: ["vip"] };
  expect(read(given)).toMatchObject({ kind: "broadcast", input: given });
  expect(read({ owner_id: "acme", deliver_at: "2027-01-31T12:00:00Z" })).toMatchObject({
    kind: "fanout",
    input: { deliver_at: "2027-01-31T12:00:00Z" },
  });
});

it("takes empty fields of a struct for none", () => {
  const empty = { delay: "", deliver_at: null, external_id: "", metadata: null, tags: null };
  const message = read(empty);
  expect(message.kind).toBe("broadcast");
  expect(Object.keys("input" in message ? message.input : {})).toEqual(["event_type", "data"]);
});

it.each([
  [{ delay: "soon" }, "delay: "],
  [{ delay: 5, deliver_at: "2027-01-31T12:00:00Z" }, "delay: Give deliver_at or delay, not both."],
  [{ tags: ["VIP"] }, "tags.0: "],
  [{ metadata: { a: 1 } }, "metadata.a: "],
])("tells what is wrong with %o", (fields, reason) => {
  expect(read(fields)).toMatchObject({ kind: "wrong", reason: expect.stringContaining(reason) });
});
