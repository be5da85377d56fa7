import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_ANSWER_BYTES } from "@/lib/feeds/polling/request-page";
import { newId } from "@/lib/kernel/ids";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";

let bench: EngineBench;
let api: Receiver;
let projectId: string;
let engines: Engines | null = null;

beforeAll(async () => {
  bench = await EngineBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.database.db.updateTable("sources").set({ is_disabled: true }).execute();
  projectId = await bench.project("incoming");
  api = await new Receiver().open();
});
afterEach(async () => {
  await engines?.stop();
  engines = null;
  api.close();
});

async function source(settings: object, type: "incoming" | "outgoing" = "incoming"): Promise<string> {
  if (type === "outgoing") projectId = await bench.project("outgoing");
  const id = newId();
  const rest_api = testBox.seal(JSON.stringify({ url: api.url, interval_seconds: 1, ...settings }));
  const row = { project_id: projectId, id, mask_id: id, name: "api", type: "rest_api" as const, rest_api };
  await bench.database.db.insertInto("sources").values(row).execute();
  return id;
}

async function restart(): Promise<void> {
  await engines?.stop();
  engines = await bench.start("worker");
}

const events = () =>
  bench.database.db.selectFrom("events").selectAll().where("project_id", "=", projectId).orderBy("id").execute();
const health = (id: string) => readSourceHealth(bench.context(projectId), id);
const idsOf = async () => (await events()).map((event) => JSON.parse(event.payload.toString()).id as number);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ id: from + index }));
const polls = (count: number) => until(() => api.got.length >= count);

describe("a polled API", () => {
  it("delivers each item once, byte for byte, through the source's subscriptions", async () => {
    const receiver = await new Receiver().open();
    const endpointId = await bench.endpoint(projectId, receiver.url);
    const id = await source({
      item_path: "data.items",
      id_path: "id",
      event_type_path: "kind",
      auth: { type: "bearer", bearer: { token: "t0ken" } },
      headers: { "X-Tenant": "7" },
    });
    const subscription = await bench.subscribe(projectId, endpointId, { event_types: ["order.*"] });
    await bench.database.db
      .updateTable("subscriptions")
      .set({ source_id: id })
      .where("id", "=", subscription)
      .execute();
    const items = '[{"id":90071992547409931, "kind":"order.paid"},{"id":90071992547409932,"kind":"other"}]';
    api.answer = () => ({ status: 200, body: `{"data":{"items":${items}}}` });
    await restart();
    await until(() => receiver.got.length === 1);
    await polls(3);
    const rows = await events();
    expect(rows.map((row) => [row.source_id, row.event_type, row.idempotency_key, row.status])).toEqual([
      [id, "order.paid", "90071992547409931", "Success"],
      [id, "other", "90071992547409932", "Discarded"],
    ]);
    expect(receiver.got[0]?.body.toString()).toBe('{"id":90071992547409931, "kind":"order.paid"}');
    expect(api.got[0]?.headers).toMatchObject({ authorization: "Bearer t0ken", "x-tenant": "7" });
    const told = await until(async () => {
      const found = await health(id);
      return found.next_poll_at !== null && found;
    });
    expect(told).toMatchObject({ state: "connected", last_error: null });
    expect(Date.parse(told.next_poll_at ?? "")).toBeGreaterThan(Date.parse(told.last_poll_at ?? ""));
    receiver.close();
  });

  it("is a broadcast in an outgoing project, and stores what does not fit as a failed event", async () => {
    await source({ event_type: "stock.changed" }, "outgoing");
    const settings = JSON.stringify({ max_payload_read_size: 1_024 });
    await bench.database.db.updateTable("projects").set({ settings }).where("id", "=", projectId).execute();
    const receiver = await new Receiver().open();
    await bench.subscribe(projectId, await bench.endpoint(projectId, receiver.url));
    const items = [{ id: 1 }, { id: 2, text: "x".repeat(2_000) }];
    api.answer = () => ({ status: 200, body: JSON.stringify(items) });
    await restart();
    await until(() => receiver.got.length === 1);
    const rows = await until(async () => {
      const found = await events();
      return found.length === 2 && found;
    });
    expect(rows.map((row) => [row.event_type, row.status])).toEqual(
      expect.arrayContaining([
        ["stock.changed", "Success"],
        ["stock.changed", "Failure"],
      ]),
    );
    expect(rows.find((row) => row.status === "Failure")?.status_reason).toMatch(/takes at most 1,024/);
    await polls(2);
    expect(await events()).toHaveLength(2);
    receiver.close();
  });

  it("follows a cursor to its end in one poll, and continues from there after a restart", async () => {
    let last = 500;
    api.answer = ({ url }) => {
      const from = Number(new URL(url, api.url).searchParams.get("after") ?? 0);
      return { status: 200, body: JSON.stringify({ items: range(from, Math.min(from + 200, last)) }) };
    };
    const cursor = { path: "items.-1.id", param: "after", initial: "0" };
    const id = await source({ item_path: "items", id_path: "id", pagination: { type: "cursor", cursor } });
    await restart();
    await until(async () => (await events()).length === 500);
    await until(async () => (await health(id)).last_poll_items === 500);
    await engines?.stop();
    last = 510;
    const before = api.got.length;
    await restart();
    await until(async () => (await events()).length === 510);
    expect(api.got[before]?.url).toMatch(/after=499$/);
    expect((await idsOf()).sort((a, b) => a - b)).toEqual(range(0, 510).map((item) => item.id));
  });

  it("follows Link headers to their end and starts over", async () => {
    api.answer = ({ url }) => {
      const page = Number(new URL(url, api.url).searchParams.get("page") ?? 1);
      const link = `</other>; rel="prev", </hook?page=${page + 1}>; title="a, b"; rel="next"`;
      const body = JSON.stringify(range(page * 10, page * 10 + 2));
      return { status: 200, body, ...(page < 3 && { headers: { link } }) };
    };
    await source({ id_path: "id", pagination: { type: "link_header" } });
    await restart();
    await polls(6);
    expect(api.got.slice(0, 4).map((got) => got.url)).toEqual(["/hook", "/hook?page=2", "/hook?page=3", "/hook"]);
    expect(await idsOf()).toEqual([10, 11, 20, 21, 30, 31]);
  });

  it("loses and repeats nothing if the position cannot be saved with the last item", async () => {
    api.answer = ({ url }) => {
      const from = Number(new URL(url, api.url).searchParams.get("after") ?? 0);
      return { status: 200, body: JSON.stringify(range(from + 1, Math.min(from + 4, 8))) };
    };
    await bench.database.db.pool.query(`
      create function refuse_position() returns trigger language plpgsql as $$ begin raise exception 'crashed'; end $$;
      create trigger refuse_position before insert on source_positions for each row execute function refuse_position()`);
    const id = await source({
      id_path: "id",
      pagination: { type: "cursor", cursor: { path: "-1.id", param: "after" } },
    });
    await restart();
    await until(async () => (await health(id)).state === "retrying");
    expect(await idsOf()).toEqual([1, 2]);
    await bench.database.db.pool.query("drop trigger refuse_position on source_positions");
    await until(async () => (await idsOf()).length === 7);
    await polls(api.got.length + 1);
    expect(await idsOf()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("reports errors, returns when it is asked to, and follows no redirect", async () => {
    let reply: { status: number; headers?: Record<string, string>; body?: string } = { status: 401 };
    api.answer = () => reply;
    const id = await source({ item_path: "items" });
    await restart();
    const errorLike = (text: string) => until(async () => (await health(id)).last_error?.includes(text));
    await errorLike("Answered 401: the credentials are missing or wrong.");
    reply = { status: 302, headers: { location: "http://169.254.169.254/" } };
    await errorLike("a redirect to http://169.254.169.254/, which is not followed");
    reply = { status: 200, body: '{"items": 3}' };
    await errorLike("no array at items");
    reply = { status: 200, body: "<html>" };
    await errorLike("not valid JSON");
    reply = { status: 429, headers: { "retry-after": "3600" } };
    await errorLike("Answered 429");
    const told = await health(id);
    expect(told.state).toBe("retrying");
    expect(Date.parse(told.next_try_at ?? "")).toBeGreaterThan(Date.now() + 3_500_000);
  });

  it("keeps its interval over a restart, unless it became shorter, and reads no endless answer", async () => {
    api.answer = () => ({ status: 200, body: "[]" });
    const id = await source({ interval_seconds: 3_600 });
    await restart();
    await until(async () => (await health(id)).next_poll_at);
    await restart();
    await until(async () => (await health(id)).state === "connected");
    expect(Date.parse((await health(id)).next_poll_at ?? "")).toBeGreaterThan(Date.now() + 3_500_000);
    expect(api.got).toHaveLength(1);
    api.answer = () => ({ status: 200, body: `["${"x".repeat(MAX_ANSWER_BYTES)}"]` });
    const rest_api = testBox.seal(JSON.stringify({ url: api.url, interval_seconds: 1 }));
    await bench.database.db.updateTable("sources").set({ rest_api }).where("id", "=", id).execute();
    await polls(2);
    await until(async () => (await health(id)).last_error?.includes("larger than 16 MiB"));
    expect(await events()).toHaveLength(0);
  });

  it("requests no private address and no other server that the API names", async () => {
    const id = await source({ url: "http://10.0.0.1/items" });
    await restart();
    await until(async () => (await health(id)).last_error?.includes("10.0.0.1 is a private address"));
    const other = await new Receiver().open();
    api.answer = () => ({ status: 200, headers: { link: `<${other.url}>; rel="next"` }, body: "[]" });
    const linked = await source({ pagination: { type: "link_header" } });
    await until(async () => (await health(linked)).last_error?.includes("another server: it is not asked"));
    expect(other.got).toHaveLength(0);
    other.close();
  });
});
