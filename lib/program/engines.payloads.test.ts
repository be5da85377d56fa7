import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const LARGE = 8 * 1024 * 1024;
/** How many such payloads one project may have in memory: half of 128 MiB. */
const MOST = 8;

let bench: EngineBench;
let slow: Receiver;
let quick: Receiver;
beforeAll(async () => {
  bench = await EngineBench.open();
  slow = await new Receiver().open();
  quick = await new Receiver().open();
});
afterAll(async () => {
  await bench.close();
  slow.close();
  quick.close();
});

it("leaves memory to other projects while one project's receivers are slow to take large payloads", async () => {
  const { recorder } = await bench.start();
  const finishes: (() => void)[] = [];
  slow.answer = () => "hang";
  slow.answerLater = (finish) => finishes.push(finish);
  const projectId = await bench.project("outgoing");
  const endpointId = await bench.endpoint(projectId, slow.url, { http_timeout: 120 });
  const payloads = Array.from({ length: MOST + 4 }, () => randomBytes(LARGE));
  for (const payload of payloads) await recorder.record(eventFor(projectId, endpointId, { payload }));
  await until(() => slow.got.length === MOST);

  const other = await bench.project("outgoing");
  const otherEndpoint = await bench.endpoint(other, quick.url);
  for (let n = 0; n < 10; n += 1)
    await recorder.record(eventFor(other, otherEndpoint, { payload: randomBytes(LARGE) }));
  await recorder.record(eventFor(projectId, await bench.endpoint(projectId, quick.url)));
  await until(() => quick.got.length === 11);
  expect(slow.got).toHaveLength(MOST);

  slow.answer = () => ({ status: 200 });
  for (const finish of finishes) finish();
  await until(() => slow.got.length === payloads.length);
  const sent = new Set(slow.got.map(({ body }) => body.toString("base64")));
  expect(payloads.every((payload) => sent.has(payload.toString("base64")))).toBe(true);
});
