import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { closeAll, post, sender } from "./receiver.fixture";

afterEach(closeAll);

/** A receiver in a thread of its own: it answers after this time, whatever this thread does. */
async function receiverElsewhere(answersAfterMs: number): Promise<string> {
  const worker = new Worker(
    `const { parentPort } = require("node:worker_threads");
     const server = require("node:http").createServer((request, response) => {
       setTimeout(() => response.end("done"), ${answersAfterMs});
     });
     server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  onTestFinished(async () => void (await worker.terminate()));
  const [port] = await once(worker, "message");
  return `http://127.0.0.1:${port}/`;
}

/** Blocks this thread in the phase of its event loop that precedes the timers, and these the sockets. */
function blockLoop(ms: number): void {
  setImmediate(() => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  });
}

it("takes an answer that arrived in time although this process was busy until long after", async () => {
  const url = await receiverElsewhere(150);
  const { send } = sender();
  // The connection is open, and the guard has checked the address.
  await send(post(url));
  const sending = send(post(url, { timeoutMs: 1_000 }));
  setTimeout(() => blockLoop(2_500), 50);
  expect(await sending).toMatchObject({ status: 200, error: null });
});

it("gives a receiver that does not answer its whole timeout, and no more", async () => {
  const url = await receiverElsewhere(60_000);
  const startedAt = performance.now();
  const sending = sender().send(post(url, { timeoutMs: 1_000 }));
  setTimeout(() => blockLoop(1_500), 50);
  const { error } = await sending;
  expect(error).toMatchObject({ code: "timeout", message: "No answer within 1 s." });
  // The lost time is given back, except for a usual delay.
  expect(performance.now() - startedAt).toBeGreaterThan(2_300);
});
