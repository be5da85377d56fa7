import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { archiveProject, unarchiveProject } from "@/lib/nouns/projects/archive";
import { deleteProject } from "@/lib/nouns/projects/delete";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  engines = await bench.start();
});
afterAll(() => bench.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
});
afterEach(() => receiver.close());

const named = (id = projectId) => ({ name: `p ${id}` });
const archive = () => archiveProject(bench.context(projectId), named());
const unarchive = () => unarchiveProject(bench.context(projectId), named());
const send = (id = projectId, to = endpointId) => engines.recorder.record(eventFor(id, to));
const ask = async (text: string, ...values: unknown[]) => (await bench.database.db.pool.query(text, values)).rows;
const isClosed = async () =>
  (await ask("select due_at = 'infinity' as closed from lanes where project_id = $1", projectId))[0]?.closed === true;

describe("an archived project", () => {
  it("keeps what waits, attempts none of it, and goes on with it when it is unarchived", async () => {
    await bench.database.db.updateTable("endpoints").set({ status: "paused" }).where("id", "=", endpointId).execute();
    const sent = await Promise.all(Array.from({ length: 5 }, () => send()));
    await archive();
    await bench.database.db.updateTable("endpoints").set({ status: "active" }).where("id", "=", endpointId).execute();
    await until(isClosed);
    // The lane of another project was claimed meanwhile, so the workers have looked.
    const other = await bench.project("outgoing");
    await send(other, await bench.endpoint(other, receiver.url));
    await until(() => receiver.got.length === 1);
    expect((await bench.deliveries(projectId)).map(({ status, num_trials }) => [status, num_trials])).toEqual(
      sent.map(() => ["Scheduled", 0]),
    );
    await unarchive();
    await until(async () => (await bench.deliveries(projectId)).every(({ status }) => status === "Success"));
    expect(receiver.got).toHaveLength(6);
  });

  it("gives back what a worker had leased, with no attempt used up", async () => {
    const finish: (() => void)[] = [];
    receiver.answer = () => "hang";
    receiver.answerLater = (end) => finish.push(end);
    await bench.database.db.updateTable("endpoints").set({ max_in_flight: 1 }).where("id", "=", endpointId).execute();
    await send();
    await until(() => finish.length === 1);
    await Promise.all([send(), send()]);
    await archive();
    finish[0]?.();
    await until(async () => (await bench.deliveries(projectId)).filter((row) => row.status === "Success").length === 1);
    await until(isClosed);
    expect(receiver.got).toHaveLength(1);
    expect((await bench.deliveries(projectId)).map(({ num_trials }) => num_trials).sort()).toEqual([0, 0, 1]);
    receiver.answer = () => ({ status: 200 });
    await unarchive();
    await until(async () => (await bench.deliveries(projectId)).every(({ status }) => status === "Success"));
  });

  it("takes no event, also from a copy that has not heard of it, and loses none that was acknowledged", async () => {
    let acknowledged = 0;
    let refused = 0;
    let isOver = false;
    const traffic = Array.from({ length: 8 }, async () => {
      while (!isOver)
        await send().then(
          () => acknowledged++,
          (error) => {
            expect(error).toMatchObject({ code: "conflict", message: expect.stringContaining("archived") });
            refused++;
          },
        );
    });
    await until(() => acknowledged > 50);
    await archive();
    const [{ at }] = (await ask("select archived_at as at from projects where id = $1", projectId)) as [{ at: Date }];
    await until(() => refused > 50);
    isOver = true;
    await Promise.all(traffic);
    const events = await ask("select created_at from events where project_id = $1", projectId);
    expect(events).toHaveLength(acknowledged);
    expect(at).toBeInstanceOf(Date);
    expect(await bench.deliveries(projectId)).toHaveLength(acknowledged);
    await unarchive();
    await until(async () => (await bench.deliveries(projectId)).every(({ status }) => status === "Success"));
  });

  it("takes no event that is left to the router either", async () => {
    const core = await engines.snapshots.getCore(projectId);
    expect(core?.isArchived).toBe(false);
    await archive();
    await expect(engines.recorder.record(eventFor(projectId, newId()))).rejects.toMatchObject({ code: "conflict" });
    expect(await ask("select from routing_queue where project_id = $1", projectId)).toEqual([]);
  });

  it("routes what was accepted before, and holds it", async () => {
    await archive();
    const id = newId();
    await ask(
      `insert into events (project_id, id, event_type, status, headers, payload, target, created_at, updated_at)
       values ($1, $2, 'invoice.paid', 'Pending', '{}', '{}', $3, now(), now())`,
      projectId,
      id,
      JSON.stringify({ endpoint_id: endpointId }),
    );
    bench.tamperWith(projectId);
    await ask("insert into routing_queue (project_id, event_id, due_at) values ($1, $2, now())", projectId, id);
    await until(async () => (await bench.deliveries(projectId)).length === 1);
    await until(isClosed);
    expect(receiver.got).toEqual([]);
    await unarchive();
    await until(() => receiver.got.length === 1);
  });
});

describe("a deleted project", () => {
  it("takes no event, although its configuration is in memory", async () => {
    await send();
    await until(() => receiver.got.length === 1);
    expect(engines.snapshots.peek(projectId)?.isArchived).toBe(false);
    await archive();
    await deleteProject(bench.context(projectId), named());
    await expect(send()).rejects.toMatchObject({ code: expect.stringMatching(/^(?:not_found|conflict)$/) });
    await until(async () => (await ask("select emptied_at from projects where id = $1", projectId))[0]?.emptied_at);
    await expect(send()).rejects.toMatchObject({ code: "not_found" });
    expect(await ask("select from events where project_id = $1", projectId)).toEqual([]);
  });
});
