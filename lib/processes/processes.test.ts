import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shareConnections } from "@/lib/kernel/connection-budget";
import { killCopies, startCopy, startInVain } from "@/lib/next/started-copy.fixture";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const TEST_MS = 120_000;
const EVENTS = 200;

let bench: EngineBench;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
});
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
});
afterEach(() => {
  killCopies();
  receiver.close();
});
afterAll(() => bench.close());

const start = (settings: Record<string, string> = {}) =>
  startCopy(bench.database.url, { HOOKYARD_PROCESSES: "2", ...settings });

/** The pids of the processes that deliver. */
async function listWorkers(): Promise<number[]> {
  const { rows } = await bench.database.db.pool.query("select name from workers");
  return rows.map(({ name }) => Number(String(name).split(":").at(-1)));
}

async function record(count: number): Promise<void> {
  const { recorder } = await bench.start("web");
  await Promise.all(Array.from({ length: count }, () => recorder.record(eventFor(projectId, endpointId))));
}

const hasEnded = (pid: number) => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

const areAllDelivered = async () =>
  (await bench.deliveries(projectId)).filter(({ status }) => status === "Success").length === EVENTS;

describe("several processes behind one port", { timeout: TEST_MS }, () => {
  it("serve, deliver and count together, and end together", async () => {
    const each = 30;
    const copy = await start({ HOOKYARD_ROLE: "all", HOOKYARD_DB_CONNECTIONS: String(1 + 2 * each) });
    const workers = await listWorkers();
    expect(workers).toHaveLength(2);
    await record(EVENTS);
    await until(areAllDelivered);
    expect(receiver.got).toHaveLength(EVENTS);

    const asked = 20;
    for (let one = 0; one < asked; one += 1) {
      const answer = await fetch(`${copy.url}/v1/me`, { headers: { connection: "close" } });
      expect(answer.status).toBe(401);
    }
    // What each process tells of the one database counts once: the two, and the one in this process that recorded. On a busy
    // machine these figures may be late for a scrape, which does not wait for them, and are kept for a moment.
    const metrics = await until(async () => {
      const told = await (await fetch(`${copy.url}/metrics`)).text();
      return told.includes('hookyard_copies{state="running"} 3') && told;
    });
    expect(metrics).toContain(`hookyard_http_requests_total{door="api",method="GET",status="401"} ${asked}`);
    expect(metrics).toMatch(/^hookyard_claim_seconds_count [1-9]/m);
    const allowed = 2 * shareConnections(each).work;
    expect(metrics).toContain(`hookyard_pool_connections_allowed{pool="work"} ${allowed}\n`);

    copy.child.kill("SIGTERM");
    expect(await copy.exited).toBe(0);
    expect(workers.filter((pid) => !hasEnded(pid))).toEqual([]);
    expect(await listWorkers()).toEqual([]);
  });

  it("lose nothing if one is killed, keep answering, and are as many again", async () => {
    const copy = await start();
    const before = await listWorkers();
    const finish: (() => void)[] = [];
    receiver.answer = () => "hang";
    receiver.answerLater = (later) => void finish.push(later);
    await record(EVENTS);
    await until(() => receiver.got.length > 0);
    const [killed] = before as [number];
    process.kill(killed, "SIGKILL");
    const answers: number[] = [];
    const after = await until(async () => {
      // A connection that was handed to the process while it died gets no answer: the leader cannot know
      // (node:cluster).
      const options = { headers: { connection: "close" }, signal: AbortSignal.timeout(2_000) };
      const answer = await fetch(`${copy.url}/readyz`, options).catch(() => null);
      if (answer) answers.push(answer.status);
      const now = await listWorkers();
      return now.length === 2 && !now.includes(killed) && now;
    });
    expect(after).toContain(before[1]);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(copy.output()).toContain("a process of this copy ended; starting another one");
    receiver.answer = () => ({ status: 200 });
    for (const later of finish) later();
    await until(areAllDelivered);
  });

  it("replace one that is told to stop, which gives back its leases", async () => {
    const copy = await start();
    const [told] = (await listWorkers()) as [number];
    process.kill(told, "SIGTERM");
    await until(async () => {
      const now = await listWorkers();
      return now.length === 2 && !now.includes(told);
    });
    expect(copy.child.exitCode).toBeNull();
  });

  it("end with their leader", async () => {
    const copy = await start();
    const workers = await listWorkers();
    // Not its parent, which is `env`: the program replaced it.
    copy.child.kill("SIGKILL");
    await until(() => workers.every(hasEnded));
  });

  it("report once that a port is taken, and what is wrong with the database", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const DATABASE_URL = bench.database.url;
    const taken = await startInVain({ HOOKYARD_PROCESSES: "3", DATABASE_URL, PORT: String(port) });
    other.close();
    expect(taken).toEqual({ code: 1, output: `Port ${port} is taken: set PORT to another one.\n` });

    const nowhere = await startInVain({ HOOKYARD_PROCESSES: "3", DATABASE_URL: "mysql://localhost/x" });
    const output = "DATABASE_URL does not lead to a database: it does not begin with postgres://\n";
    expect(nowhere).toEqual({ code: 1, output });
  });
});
