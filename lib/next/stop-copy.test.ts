import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { killCopies, startCopy } from "@/lib/next/started-copy.fixture";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const START_MS = 90_000;
const HANGS = 10;

let bench: EngineBench;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
});
beforeEach(async () => {
  receiver = await new Receiver().open();
  receiver.answer = () => "hang";
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url, { http_timeout: 120 });
  await bench.subscribe(projectId, endpointId);
});
afterEach(() => {
  killCopies();
  receiver.close();
});
afterAll(() => bench.close());

/** Starts the program itself, as a worker on the database of this test. */
const start = (settings: Record<string, string> = {}) => startCopy(bench.database.url, settings);

/** Sends events whose receiver never answers; returns their deliveries once all of them are in flight. */
async function hang(engines: Awaited<ReturnType<EngineBench["start"]>>) {
  const events = Array.from({ length: HANGS }, () => eventFor(projectId, endpointId));
  await Promise.all(events.map((event) => engines.recorder.record(event)));
  await until(() => receiver.got.length === HANGS);
}

const leases = async () => {
  const { rows } = await bench.database.db.pool.query("select lease, due_at <= now() as is_due from delivery_queue");
  return rows as { lease: string | null; is_due: boolean }[];
};

describe("a stopping copy", () => {
  it("serves on while it reports that it is not ready, then stops in time and gives back hanging deliveries", {
    timeout: START_MS,
  }, async () => {
    const web = await bench.start("web");
    const copy = await start({ HOOKYARD_DRAIN_SECONDS: "2", HOOKYARD_STOP_SECONDS: "4" });
    await hang(web);
    expect((await fetch(`${copy.url}/readyz`)).status).toBe(200);
    const stoppedAt = performance.now();
    copy.child.kill("SIGTERM");
    const draining = await until(async () => {
      const answer = await fetch(`${copy.url}/readyz`);
      return answer.status === 503 && answer;
    });
    expect(await draining.json()).toMatchObject({ message: "Not ready: this copy is stopping." });
    expect((await fetch(`${copy.url}/healthz`)).status).toBe(200);
    expect(await copy.exited).toBe(0);
    expect(performance.now() - stoppedAt).toBeGreaterThan(2_000);
    // Nobody has to wait for a lease of a minute, and no attempt was used up.
    expect(await leases()).toEqual(Array.from({ length: HANGS }, () => ({ lease: null, is_due: true })));
    for (const delivery of await bench.deliveries(projectId)) expect(delivery.num_trials).toBe(0);

    receiver.answer = () => ({ status: 200 });
    await start();
    await until(async () => (await bench.deliveries(projectId)).every(({ status }) => status === "Success"));
    expect(await leases()).toEqual([]);
  });

  it("lets deliveries end that end in time, and does not send them again", { timeout: START_MS }, async () => {
    const finish: (() => void)[] = [];
    receiver.answerLater = (later) => void finish.push(later);
    const web = await bench.start("web");
    const copy = await start();
    await hang(web);
    copy.child.kill("SIGTERM");
    // It has stopped listening, so it is stopping.
    await until(() =>
      fetch(`${copy.url}/readyz`).then(
        () => false,
        () => true,
      ),
    );
    for (const later of finish) later();
    expect(await copy.exited).toBe(0);
    expect(receiver.got).toHaveLength(HANGS);
    for (const { status, num_trials } of await bench.deliveries(projectId)) {
      expect([status, num_trials]).toEqual(["Success", 1]);
    }
  });

  it("stops at once on a second signal", { timeout: START_MS }, async () => {
    const web = await bench.start("web");
    const copy = await start({ HOOKYARD_DRAIN_SECONDS: "3600" });
    await hang(web);
    copy.child.kill("SIGTERM");
    const again = setInterval(() => copy.child.kill("SIGTERM"), 200);
    expect(await copy.exited).toBe(1);
    clearInterval(again);
  });
});
