import { expect, it } from "vitest";
import { Batches } from "@/lib/feeds/brokers/cloudqueue";
import { cutMessages, IN_HAND_BYTES, shareInHand } from "@/lib/feeds/brokers/in-hand";
import type { BrokerMessage } from "@/lib/feeds/brokers/message";
import type { SourceStore } from "@/lib/feeds/consumer";

const KIB = 1024;
const MIB = 1024 * KIB;

it("has no more in hand than a source may, and a message at least, whatever the workers and the limit are", () => {
  for (const workers of [1, 2, 6, 33, 100]) {
    for (const bytes of [KIB, 256 * KIB, MIB, 4 * MIB, 7 * MIB, 50 * MIB]) {
      const share = shareInHand(workers, bytes);
      expect(share.workers * share.messages * bytes).toBeLessThanOrEqual(IN_HAND_BYTES);
      expect(Math.min(share.workers, share.messages)).toBeGreaterThanOrEqual(1);
      expect(share.workers).toBeLessThanOrEqual(workers);
      expect(share.messages).toBeLessThanOrEqual(100);
    }
  }
  expect(shareInHand(1, MIB)).toEqual({ workers: 1, messages: 100 });
  expect(shareInHand(100, 50 * MIB)).toEqual({ workers: 2, messages: 1 });
});

it("keeps of a message what the limit leaves, with the size that it had", async () => {
  const kept: BrokerMessage[] = [];
  const store = cutMessages(
    {
      accept: async (message: BrokerMessage) => {
        kept.push(message);
        return { kind: "event" };
      },
    } as SourceStore,
    4,
  );
  const message = { attributes: {}, contentType: null, identity: null };
  await store.accept({ ...message, body: Buffer.from("1234") });
  await store.accept({ ...message, body: Buffer.from("12345") });
  await store.accept({ ...message, body: Buffer.from("12345"), cutFrom: 9 });
  expect(kept.map(({ body, cutFrom }) => [body.toString(), cutFrom])).toEqual([
    ["1234", undefined],
    ["1234", 5],
    ["1234", 9],
  ]);
});

it("asks a queue for fewer messages while they are large, for more once they are small", () => {
  const batches = new Batches(100);
  expect(batches.next).toBe(1);
  for (let answer = 0; answer < 50; answer++) batches.note([1_000]);
  expect(batches.next).toBe(10);
  batches.note([MIB]);
  expect(batches.next).toBe(1);
  batches.note([]);
  expect(batches.next).toBe(1);
  expect(new Batches(2).next).toBe(10);
});
