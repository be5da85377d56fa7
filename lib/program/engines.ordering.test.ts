import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OrderingPolicy } from "@/lib/kernel/vocabulary";
import { cancelDelivery } from "@/lib/nouns/deliveries/cancel";
import { getEventDelivery } from "@/lib/nouns/deliveries/queries";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { pauseEndpoint } from "@/lib/nouns/endpoints/transitions";
import type { Engines } from "@/lib/program/engines";
import { type Delivered, EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines[];
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = [await bench.start(), await bench.start()];
});
afterAll(() => bench.close());
afterEach(() => receiver.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing", {
    breaker: { is_enabled: false, failure_count: 20, probe_interval: 30 },
  });
});

async function ordered(more: { ordering_policy?: OrderingPolicy; ordering_skip_after?: number } = {}): Promise<void> {
  endpointId = await bench.endpoint(projectId, receiver.url, { ordering_key: "customer.id", ...more });
  await bench.subscribe(projectId, endpointId);
}

const send = (key: string, number: number, engine = 0) =>
  (engines[engine] as Engines).recorder.record(
    eventFor(projectId, endpointId, { payload: Buffer.from(JSON.stringify({ number, customer: { id: key } })) }),
  );
const read = ({ body }: Delivered) => JSON.parse(body.toString()) as { number: number; customer: { id: string } };
const numbersOf = (key: string) =>
  receiver.got.map(read).flatMap((got) => (got.customer.id === key ? [got.number] : []));
const statuses = async () => (await bench.deliveries(projectId)).map((delivery) => delivery.status);
const shown = async (place: number) => {
  const row = (await bench.deliveries(projectId))[place];
  return getEventDelivery(bench.context(projectId), row?.id ?? "");
};
const failFor = (number: number) => {
  receiver.answer = (got) => ({ status: read(got).number === number ? 500 : 200 });
};
const giveUpAtOnce = () =>
  bench.database.db
    .updateTable("subscriptions")
    .set({ retry_config: JSON.stringify({ type: "linear", duration: 1, retry_count: 1 }) })
    .where("endpoint_id", "=", endpointId)
    .execute();

describe("deliveries with an ordering key", () => {
  it("arrive one after another in the order of their events, over two workers, while other keys pass", async () => {
    await ordered();
    let [underway, most] = [new Set<string>(), 0];
    receiver.answer = () => "hang";
    receiver.answerLater = (finish) => {
      const key = read(receiver.got.at(-1) as Delivered).customer.id;
      if (underway.has(key)) most += 1;
      underway = new Set([...underway, key]);
      setTimeout(() => {
        underway.delete(key);
        finish();
      }, 3);
    };
    for (let number = 0; number < 30; number++) {
      for (const key of ["ann", "ben", "cho"]) await send(key, number, number % 2);
    }
    await until(() => receiver.got.length === 90);
    await until(async () => (await statuses()).every((status) => status === "Success"));
    const inOrder = Array.from({ length: 30 }, (_, number) => number);
    for (const key of ["ann", "ben", "cho"]) expect(numbersOf(key)).toEqual(inOrder);
    expect(most).toBe(0);
    expect(await bench.database.db.selectFrom("ordered_deliveries").selectAll().execute()).toEqual([]);
  });

  it("keep their order if they are accepted together, however many commits they take", async () => {
    await ordered();
    await Promise.all(
      Array.from({ length: 900 }, (_, number) => send(number < 5 ? "late" : `k${number % 40}`, number)),
    );
    await until(() => receiver.got.length === 900);
    for (const key of ["late", "k7", "k39"]) expect(numbersOf(key)).toEqual([...numbersOf(key)].sort((a, b) => a - b));
  });

  it("wait behind a head that is retried, say so, and use up no attempt", async () => {
    await ordered();
    failFor(0);
    await send("ann", 0);
    await send("ann", 1);
    await send("ben", 2);
    await until(async () => (await statuses())[0] === "Retry" && numbersOf("ben").length === 1);
    // The head may be attempted between the two looks, and then has another time.
    const [head, behind] = await until(async () => {
      const [head, behind, after] = [await shown(0), await shown(1), await shown(0)];
      const { next_send_time: next } = head.metadata;
      return next !== null && next === after.metadata.next_send_time && ([head, behind] as const);
    });
    expect(behind).toMatchObject({ status: "Scheduled", metadata: { num_trials: 0 } });
    expect(behind.description).toBe(`Waiting for delivery ${head.uid} with ordering key ann. No attempt is used up.`);
    expect(behind.metadata.next_send_time).toBe(head.metadata.next_send_time);
    failFor(-1);
    await until(() => numbersOf("ann").at(-1) === 1);
    expect(numbersOf("ann").filter((number) => number === 1)).toHaveLength(1);
  });

  it("stay behind a head that failed for good until it is resent, and continue when it succeeds", async () => {
    await ordered();
    await giveUpAtOnce();
    failFor(0);
    await send("ann", 0);
    await send("ann", 1);
    await until(async () => (await statuses())[0] === "Failure");
    expect((await shown(1)).description).toContain("which failed: resend or cancel it.");
    const [head, behind] = await bench.deliveries(projectId);
    // Resending the next one does not let it pass.
    await resendDelivery(bench.context(projectId), behind?.id ?? "", { force: false });
    failFor(-1);
    await resendDelivery(bench.context(projectId), head?.id ?? "", { force: false });
    await until(() => receiver.got.length === 3);
    expect(numbersOf("ann")).toEqual([0, 0, 1]);
  });

  it("continue when a head that failed for good is cancelled", async () => {
    await ordered();
    await giveUpAtOnce();
    failFor(0);
    await send("ann", 0);
    await send("ann", 1);
    await until(async () => (await statuses())[0] === "Failure");
    const [head] = await bench.deliveries(projectId);
    await cancelDelivery(bench.context(projectId), head?.id ?? "");
    await until(async () => (await statuses()).join() === "Discarded,Success");
  });

  it("pass a head after the configured number of failed attempts if the policy is skip", async () => {
    await ordered({ ordering_policy: "skip", ordering_skip_after: 2 });
    failFor(0);
    await send("ann", 0);
    await send("ann", 1);
    await until(() => numbersOf("ann").includes(1));
    expect(numbersOf("ann").slice(0, 3)).toEqual([0, 0, 1]);
    expect((await statuses())[0]).toBe("Retry");
  });

  it("continue in order if their sequence lost its head unnoticed", async () => {
    await ordered();
    failFor(0);
    await send("ann", 0);
    await send("ann", 1);
    await until(async () => (await statuses())[0] === "Retry");
    const [head] = await bench.deliveries(projectId);
    bench.tamperWith(projectId);
    await bench.database.db
      .deleteFrom("delivery_queue")
      .where("delivery_id", "=", head?.id ?? "")
      .execute();
    await until(() => numbersOf("ann").includes(1));
  });

  it("show first that their endpoint is paused", async () => {
    await ordered();
    failFor(0);
    await send("ann", 0);
    await send("ann", 1);
    await until(async () => (await statuses())[0] === "Retry");
    await pauseEndpoint(bench.context(projectId), endpointId);
    const [head, behind] = [await shown(0), await shown(1)];
    expect(head.description).toBe(
      "Held: the endpoint is paused. No attempt is used up. Its last attempt: The endpoint answered 500.",
    );
    expect(behind.description).toBe("Held: the endpoint is paused. No attempt is used up.");
    expect(behind.metadata.next_send_time).toBeNull();
  });
});
