import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRabbit, rabbitmq } from "@/lib/feeds/brokers/conformance/rabbitmq.fixture";
import type { TestQueue } from "@/lib/feeds/brokers/conformance/server.fixture";
import { newId } from "@/lib/kernel/ids";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import { EngineBench, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";

const MIB = 1024 * 1024;
const PATIENT = 180_000;

/** Sends so many messages with a payload of that size, a few at a time, as a sender with bounded memory does. */
async function fill(queue: TestQueue, count: number, bytes: number): Promise<void> {
  const padding = "x".repeat(bytes - 100);
  for (let from = 0; from < count; from += 20) {
    const numbers = Array.from({ length: Math.min(20, count - from) }, (_, index) => from + index);
    await queue.send(
      numbers.map((n) => ({ body: `{"event_type":"order.placed","idempotency_key":"${n}","data":"${padding}"}` })),
    );
  }
}

const missing = rabbitmq.missing();

describe.skipIf(missing !== null)(`a backlog of large messages${missing ? `: needs ${missing}` : ""}`, () => {
  let server: Awaited<ReturnType<typeof openRabbit>>;
  let bench: EngineBench;
  let queue: TestQueue;
  let projectId: string;

  beforeAll(async () => {
    [server, bench] = await Promise.all([openRabbit(), EngineBench.open()]);
  }, PATIENT);
  afterAll(async () => {
    await bench?.close();
    await server?.close();
  });
  beforeEach(async () => {
    queue = await server.queue();
  });

  async function consume(settings: { max_payload_read_size: number }, change: object): Promise<string> {
    projectId = await bench.project("outgoing", settings as never);
    const id = newId();
    const pub_sub = testBox.seal(JSON.stringify({ ...queue.settings, ...change }));
    const row = { project_id: projectId, id, mask_id: id, name: "broker", type: "pub_sub" as const, pub_sub };
    await bench.database.db.insertInto("sources").values(row).execute();
    return id;
  }

  const counted = async (what: string): Promise<number> => {
    const text = `select count(distinct idempotency_key)::int as keys, count(*)::int as n from events
      where project_id = $1 and ${what}`;
    const { keys, n } = (await bench.database.db.pool.query(text, [projectId])).rows[0];
    expect(keys).toBe(n);
    return n;
  };
  /** What broke down meanwhile, if anything did. */
  const complaint = async (sourceId: string) =>
    (await readSourceHealth(bench.context(projectId), sourceId)).last_error ?? "";

  it("is consumed to its end by many workers, each message once", { timeout: PATIENT }, async () => {
    await fill(queue, 150, 4 * MIB);
    const source = await consume({ max_payload_read_size: 5 * MIB }, { workers: 6 });
    const engines = await bench.start("worker");
    await until(async () => (await counted("status = 'Discarded'")) === 150 || /MiB/.test(await complaint(source)));
    expect(await complaint(source)).not.toMatch(/MiB|broke/);
    await until(async () => (await queue.unacknowledged()) === 0);
    expect(await counted("not is_duplicate_event")).toBe(150);
    await engines.stop();
  });

  it("over the project's limit is refused message by message, with its size", { timeout: PATIENT }, async () => {
    await fill(queue, 90, 6 * MIB);
    const source = await consume({ max_payload_read_size: MIB }, { workers: 1 });
    const engines = await bench.start("worker");
    const refused = "status = 'Failure' and status_reason like 'The message has 6,291,%'";
    await until(async () => (await counted(refused)) === 90 || /MiB/.test(await complaint(source)));
    expect(await complaint(source)).toMatch(/^A message was refused: The message has 6,291,\d+ bytes/);
    await until(async () => (await queue.unacknowledged()) === 0);
    expect(await counted("length(payload) = 1048576")).toBe(90);
    await engines.stop();
  });

  it("over the limit goes to its dead letter exchange whole", { timeout: PATIENT }, async () => {
    const [letters, exchange] = [`letters-${newId()}`, `dead-${newId()}`];
    await server.control.exchangeDeclare({ exchange, type: "fanout" });
    await server.control.queueDeclare({ queue: letters });
    await server.control.queueBind({ queue: letters, exchange });
    await fill(queue, 2, 3 * MIB);
    if (queue.settings.type !== "amqp") throw new Error("This is no amqp.");
    await consume({ max_payload_read_size: MIB }, { amqp: { ...queue.settings.amqp, deadLetterExchange: exchange } });
    const engines = await bench.start("worker");
    await until(async () => (await counted("status = 'Failure' and length(payload) = 1048576")) === 2);
    await until(async () => (await server.control.queueDeclare({ queue: letters, passive: true })).messageCount === 2);
    const letter = await server.control.basicGet({ queue: letters });
    expect(letter?.headers?.["x-hookyard-reason"]).toMatch(/^The message has 3,145,\d+ bytes/);
    const text = Buffer.isBuffer(letter?.body) ? letter.body.toString() : letter?.body;
    const { data } = typeof text === "string" ? JSON.parse(text) : text;
    expect(data).toHaveLength(3 * MIB - 100);
    await engines.stop();
  });
});
