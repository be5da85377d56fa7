import { tmpdir } from "node:os";
import { pino } from "pino";
import { register } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import { fillDisk, mayMount } from "@/lib/db/small-disk.fixture";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import { exposeHealth } from "@/lib/nouns/health/gauges";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

const missing = missingCitus() ?? (mayMount() ? null : "the right to mount a small disk");
if (missing) console.log(`skipped: a full disk of one of several servers needs ${missing}.`);

const DISK_MIB = 640;
/** The log of the server is to have room that it does not need to ask for. */
const LITTLE_LOG = "max_wal_size = 96MB\nmin_wal_size = 96MB\n";
const PROJECTS = 12;
const LARGE = Buffer.from(JSON.stringify("x".repeat(200_000)));

type Route = { projectId: string; endpointId: string; server: string };

describe.skipIf(missing)("a full disk of one of several servers", () => {
  let cluster: CitusCluster;
  let bench: EngineBench;
  let engines: Engines;
  let receiver: Receiver;
  let pager: Receiver;
  let routes: Route[];

  beforeAll(async () => {
    const opened = await openDistributed(LITTLE_LOG, tmpdir(), DISK_MIB);
    cluster = opened.cluster;
    bench = new EngineBench(opened.database);
    receiver = await new Receiver().open();
    pager = await new Receiver().open();
    const settings = testBox.seal(JSON.stringify({ type: "pagerduty", routing_key: "R", url: pager.url }));
    await opened.database.db.pool.query(
      `insert into alert_routes (project_id, id, name, type, settings, pause_seconds, is_enabled)
       values ($1, $2, 'on call', 'pagerduty', $3, 0, true)`,
      [INSTALLATION, newId(), settings],
    );
    engines = await bench.start();
    routes = [];
    for (let i = 0; i < PROJECTS; i++) {
      const projectId = await bench.project("outgoing");
      const endpointId = await bench.endpoint(projectId, receiver.url);
      routes.push({ projectId, endpointId, server: await serverOf(projectId) });
    }
  });
  afterAll(async () => {
    pager?.close();
    receiver?.close();
    await bench?.close();
  });
  beforeEach(() => {
    pager.got.length = 0;
  });

  /** The address of the server that has a project, as the cluster tells it. */
  async function serverOf(projectId: string): Promise<string> {
    const { rows } = await bench.database.db.pool.query<{ address: string }>(
      `select nodename || ':' || nodeport as address from citus_shards
       where shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`,
      [projectId],
    );
    return String(rows[0]?.address);
  }

  const small = () => cluster.nodes.at(-1) as CitusCluster["nodes"][number];
  const addressOfSmall = () => `127.0.0.1:${small().port}`;
  const on = (isSmall: boolean) => routes.filter(({ server }) => (server === addressOfSmall()) === isSmall);
  const send = ({ projectId, endpointId }: Route, payload: Buffer) =>
    engines.recorder.record(eventFor(projectId, endpointId, { payload })).then(
      () => "accepted",
      (error) => toHookyardError(error).code,
    );
  const bodies = () => pager.got.map(({ body }) => JSON.parse(body.toString()));
  const toldOfDisks = () => bodies().filter(({ dedup_key }) => String(dedup_key).includes("disk"));
  const readGauge = async (server: string) =>
    new RegExp(`hookyard_server_disk_full{server="${server}"} (\\d)`).exec(await register.metrics())?.[1];

  it("harms the projects on it alone, is told with its address, and is over once there is room", async () => {
    const [harmed] = on(true);
    const others = on(false);
    if (!harmed || others.length === 0) throw new Error("Each server should have projects.");
    exposeHealth(engines.health, engines.inventory, pino({ level: "silent" }));

    const free = fillDisk(small().folder);
    await until(async () => (await send(harmed, LARGE)) === "unavailable");
    const answers = await Promise.all(others.map((route) => send(route, Buffer.from("{}"))));
    expect(answers).toEqual(others.map(() => "accepted"));
    expect(await engines.disks.isFull(), "that no server takes writes").toBe(false);
    await until(() => toldOfDisks().length === 1);
    expect(toldOfDisks()[0]).toMatchObject({
      event_action: "trigger",
      payload: { summary: `The disk of ${addressOfSmall()} is full · Hookyard`, severity: "critical" },
    });

    const health = await vi.waitFor(async () => {
      const now = await engines.health.read();
      expect(now.servers.map(({ state }) => state)).toEqual(["running", "running", "full"]);
      return now;
    }, 15_000);
    expect(health.database.is_disk_full).toBe(false);
    expect(health.problems[0]).toMatchObject({ subject: "disk", title: `The disk of ${addressOfSmall()} is full` });
    expect(await readGauge(addressOfSmall())).toBe("1");
    expect(await readGauge(`127.0.0.1:${cluster.nodes[1]?.port}`)).toBe("0");

    free();
    await until(() => toldOfDisks().length === 2);
    expect(toldOfDisks()[1]).toMatchObject({ event_action: "resolve", dedup_key: toldOfDisks()[0].dedup_key });
    await until(async () => (await send(harmed, LARGE)) === "accepted");
    await vi.waitFor(async () => {
      const now = await engines.health.read();
      expect(now.servers.map(({ state }) => state)).toEqual(["running", "running", "running"]);
    }, 15_000);
  });
});
