import { expect, it, onTestFinished } from "vitest";
import { LEAST_CONNECTIONS, shareConnections } from "@/lib/kernel/connection-budget";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

const EVENTS = 2_000;

it("keeps to the smallest budget of connections, and delivers everything", async () => {
  const bench = await EngineBench.open();
  const receiver = await new Receiver().open();
  onTestFinished(async () => {
    await bench.close();
    receiver.close();
  });
  const engines = await bench.start("all", { HOOKYARD_DB_CONNECTIONS: String(LEAST_CONNECTIONS) });
  const projectId = await bench.project("outgoing");
  const endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
  // The bench's own connections have other names.
  const count = async () => {
    const { rows } = await bench.database.db.pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and application_name <> 'hookyard'",
    );
    return rows[0].n as number;
  };
  const counts: number[] = [];
  const sending = Array.from({ length: EVENTS }, (_, place) =>
    engines.recorder.record(eventFor(projectId, endpointId, { payload: Buffer.from(JSON.stringify({ place })) })),
  );
  await until(async () => {
    counts.push(await count());
    return receiver.got.length >= EVENTS;
  });
  await Promise.all(sending);
  // All pools except the API's, which the engines do not use.
  expect(Math.max(...counts)).toBeLessThanOrEqual(LEAST_CONNECTIONS - shareConnections(LEAST_CONNECTIONS).api);
  expect(receiver.got).toHaveLength(EVENTS);
});
