import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { openDashboard } from "@/lib/next/dashboard.fixture";
import { closeDoor } from "@/lib/next/front-door";
import { type OpenStream, StreamingCopy } from "@/lib/next/streams.fixture";
import { MAX_STREAMS } from "@/lib/nouns/signals/limits";
import { until } from "@/lib/program/engines.fixture";

let bench: ApiBench;
let copy: StreamingCopy;
let other: StreamingCopy;
let project: ApiProject;
let maskId: string;
const opened: OpenStream[] = [];

beforeAll(async () => {
  bench = await ApiBench.open();
  copy = await StreamingCopy.start(bench);
  other = await StreamingCopy.start(bench, "web");
});
beforeEach(async () => {
  project = await bench.project("incoming");
  const source = await project.source({
    verifier: { type: "api_key", api_key: { header_name: "X-Key", header_value: "right" } },
  });
  maskId = (await project.ask("GET", `/sources/${source}`)).body.data.mask_id;
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.leave();
});
afterAll(async () => {
  await Promise.all([copy.stop(), other.stop()]);
  await bench.close();
});

async function open(at: StreamingCopy, headers: Record<string, string>): Promise<OpenStream> {
  const stream = await at.open(project, headers);
  opened.push(stream);
  return stream;
}

const keyed = (key: string) => ({ authorization: `Bearer ${key}` });
const asViewer = () => keyed(project.keys.viewer);

async function send(at: StreamingCopy, key = "right"): Promise<number> {
  const body = JSON.stringify({ type: "order.created", secret: "a-word-of-the-payload" });
  const headers = { "content-type": "application/json", "x-key": key };
  return (await fetch(`${at.base}/ingest/${maskId}`, { method: "POST", headers, body })).status;
}

describe("the stream of a project", () => {
  it("is a stream of events that nothing on its way may keep back, and says that it runs", async () => {
    const stream = await open(copy, { ...asViewer(), "accept-encoding": "gzip, br" });
    await stream.begun();
    const { status, headers } = stream.response;
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("cache-control")).toContain("no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(stream.messages).toEqual([{ changed: [], new_events: 0 }]);
  });

  it("tells of the events that any copy accepts, how many, and nothing of them", async () => {
    const streams = [await open(copy, asViewer()), await open(other, asViewer())];
    for (const stream of streams) await stream.begun();
    expect(await send(other)).toBe(200);
    await Promise.all(streams.map((stream) => stream.tells("events")));
    for (let more = 0; more < 4; more += 1) await send(copy);
    for (const stream of streams) {
      await until(() => stream.told.newEvents === 5);
      expect(stream.text).not.toContain("a-word-of-the-payload");
      expect(stream.text).not.toContain("order.created");
    }
  });

  it("tells of deliveries, refusals, configuration, and of what people and keys do", async () => {
    const stream = await open(copy, asViewer());
    await stream.begun();
    expect(await send(other, "wrong")).toBe(401);
    await stream.tells("refusals");
    const endpoint_id = await project.endpoint({ url: "http://127.0.0.1:9/none" });
    const [source] = (await project.ask("GET", "/sources")).body.data.content;
    await project.subscription({ endpoint_id, source_id: source.uid });
    await stream.tells("configuration");
    await stream.tells("audit_log");
    expect(stream.told.changed).not.toContain("deliveries");
    await until(async () => (await send(copy)) === 200);
    await stream.tells("deliveries");
    expect(stream.told.changed).not.toContain("health");
  });

  it("hears nothing of another project", async () => {
    const stream = await open(copy, asViewer());
    await stream.begun();
    const neighbour = await bench.project("incoming");
    const away = await copy.open(neighbour, keyed(neighbour.keys.viewer));
    opened.push(away);
    await away.begun();
    await send(copy);
    await stream.tells("events");
    expect(away.messages).toEqual([{ changed: [], new_events: 0 }]);
  });

  it("sends a message a second, after a few at once, however much happens", async () => {
    const stream = await open(copy, asViewer());
    await stream.begun();
    const startedAt = performance.now();
    let sent = 0;
    // The first, three at once, and three more.
    while (stream.messages.length < 7) {
      await send(copy);
      sent += 1;
    }
    expect(performance.now() - startedAt).toBeGreaterThan(2_900);
    await until(() => stream.told.newEvents === sent);
  });
});

describe("its readers", () => {
  it("are whoever may read the project, and nobody else", async () => {
    const elsewhere = await bench.project("incoming");
    const status = async (headers: Record<string, string>, init: RequestInit = {}) =>
      (await fetch(`${copy.base}/v1/projects/${project.id}/stream`, { headers, ...init })).status;
    expect(await status({})).toBe(401);
    expect(await status(keyed(elsewhere.keys.admin))).toBe(404);
    expect(await status(asViewer(), { method: "POST" })).toBe(405);
    expect(await status(asViewer(), { method: "HEAD" })).toBe(200);
    const stranger = await bench.user();
    const cookie = await openDashboard(bench).signIn(stranger.id);
    expect(await status({ cookie })).toBe(404);
    expect(copy.engines.signals.open).toBe(0);
  });

  it("hear no more once their key is revoked, on whatever copy", async () => {
    const made = await project.ask("POST", "/api-keys", { body: { name: "wall", role: "viewer" } });
    const streams = [await open(copy, keyed(made.body.data.key)), await open(other, keyed(made.body.data.key))];
    for (const stream of streams) await stream.begun();
    const staying = await open(copy, asViewer());
    await project.ask("DELETE", `/api-keys/${made.body.data.uid}`);
    for (const stream of streams) await stream.ended();
    expect(staying.hasEnded).toBe(false);
  });

  it("hear no more once they have signed out, or are members no more", async () => {
    const { db } = bench.services;
    const member = async () => {
      const { id } = await bench.user();
      await db.insertInto("project_members").values({ project_id: project.id, user_id: id, role: "viewer" }).execute();
      const stream = await open(copy, { cookie: await openDashboard(bench).signIn(id) });
      await stream.begun();
      return { id, stream };
    };
    const [leaver, removed, staying] = [await member(), await member(), await member()];
    await db.deleteFrom("sessions").where("user_id", "=", leaver.id).execute();
    await db.deleteFrom("project_members").where("user_id", "=", removed.id).execute();
    await Promise.all([leaver.stream.ended(), removed.stream.ended()]);
    expect(staying.stream.hasEnded).toBe(false);
  });

  it("may have a bounded number of streams, and one that is left is free again", async () => {
    for (let count = 0; count < MAX_STREAMS.caller; count += 1) await open(copy, asViewer());
    const refused = await open(copy, asViewer());
    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get("retry-after")).toBe("30");
    expect((await refused.response.json()).message).toContain("20 streams of this project open");
    expect((await open(copy, keyed(project.keys.admin))).response.status).toBe(200);
    opened[0]?.leave();
    await until(() => copy.engines.signals.open === MAX_STREAMS.caller);
    expect((await open(copy, asViewer())).response.status).toBe(200);
  });

  it("are let go by a copy that stops, which waits for none of them", async () => {
    const third = await StreamingCopy.start(bench, "web");
    const stream = await open(third, asViewer());
    await stream.begun();
    third.engines.signals.close();
    await closeDoor(third.door, 600_000);
    await stream.ended();
    expect(third.engines.signals.open).toBe(0);
    await third.engines.stop();
  });
});
