import fc from "fast-check";
import { pino } from "pino";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApp } from "@/lib/api/app";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { newId } from "@/lib/kernel/ids";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { EngineBench, Receiver, SECRET, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let receiver: Receiver;
let app: ReturnType<typeof createApp>;
let projectId: string;
let endpointId: string;
let key: string;

beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
  const engines = await bench.start();
  const services = {
    ...bench.context(newId()),
    db: bench.database.db,
    ...engines,
    guard: createAddressGuard("127.0.0.0/8"),
    log: pino({ level: "silent" }),
  };
  app = createApp(services, { readSession: async () => null });
});
afterAll(async () => {
  receiver.close();
  await bench.close();
});
beforeEach(async () => {
  receiver.got.length = 0;
});

async function outgoing(filter?: object): Promise<void> {
  projectId = await bench.project("outgoing");
  key = (await createApiKey(bench.context(projectId), { name: "k", role: "admin" })).key;
  endpointId = await bench.endpoint(projectId, receiver.url, { owner_id: "acme" });
  await bench.subscribe(projectId, endpointId, { event_types: ["*"], ...(filter && { filter }) });
}

async function call(method: string, path: string, body?: string) {
  const response = await app.request(`/v1/projects/${projectId}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return text;
}

/** An incoming project's source, whose events go to the receiver. */
async function source(columns: object = {}, filter?: object): Promise<string> {
  const { db } = bench.database;
  projectId = await bench.project("incoming");
  key = (await createApiKey(bench.context(projectId), { name: "k", role: "admin" })).key;
  const id = newId();
  const values = { project_id: projectId, id, mask_id: newId(), name: "s", type: "http" as const, ...columns };
  await db.insertInto("sources").values(values).execute();
  endpointId = await bench.endpoint(projectId, receiver.url);
  const made = await bench.subscribe(projectId, endpointId, { event_types: ["*"], ...(filter && { filter }) });
  await db.updateTable("subscriptions").set({ source_id: id }).where("id", "=", made).execute();
  return `/ingest/${values.mask_id}`;
}

async function ingest(path: string, body: string): Promise<{ is_duplicate_event: boolean }> {
  const response = await app.request(path, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { is_duplicate_event: boolean } }).data;
}

/** JSON that is valid but changed by `JSON.parse` followed by `JSON.stringify`. */
const HARD = [
  '{"id64":9007199254740993,"dec":1.10,"exp":1e400,"2":"b","1":"a"}',
  '{"zero":-0,"small":1E-400,"long":0.12345678901234567890123456789}',
  '{"a":1,"a":2,"\\u0061":3}',
  '{"high":"\\ud800","low":"\\udc00x","nul":"\\u0000","slash":"\\/"}',
  '{ "space" :\t[ 1.0 ,\n 2.50 ] , "__proto__" : { "x" : 10000000000000000000001 } }',
  "1460323737035677698",
  '"text"',
  "null",
  `${"[".repeat(5_000)}1.10${"]".repeat(5_000)}`,
];

const DOORS: Record<string, (data: string) => [path: string, body: string]> = {
  "one endpoint": (data) => ["/events", `{"event_type":"t","data":${data},"endpoint_id":"${endpointId}"}`],
  "one endpoint, with its data given twice and escaped": (data) => [
    "/events",
    `\n {"data":{"data":1},"endpoint_id":"${endpointId}","d\\u0061ta" : ${data} ,"event_type":"t"}`,
  ],
  fanout: (data) => ["/events/fanout", `{"owner_id":"acme","event_type":"t","data":${data}}`],
  broadcast: (data) => ["/events/broadcast", `{"data":${data},"event_type":"t"}`],
  "an address": (data) => ["/events/dynamic", `{"url":"${receiver.url}","data":${data},"event_type":"t"}`],
  batch: (data) => [
    "/events/batch",
    `{"events":[{"event_type":"t","data":${data}},{"event_type":"t","owner_id":"acme","data":${data}} ]}`,
  ],
};

describe("a payload created by API", () => {
  beforeEach(() => outgoing());

  it.each(Object.keys(DOORS))("for %s is stored, signed and delivered as its sender's bytes", async (door) => {
    for (const data of HARD) {
      receiver.got.length = 0;
      const [path, body] = (DOORS[door] as (typeof DOORS)[string])(data);
      await call("POST", path, body);
      const count = door === "batch" ? 2 : 1;
      await until(() => receiver.got.length >= count);
      for (const got of receiver.got) {
        expect(got.body.toString("utf8")).toBe(data);
        new Webhook(SECRET).verify(got.body, got.headers as Record<string, string>, {});
      }
      const { rows } = await bench.database.db.pool.query(
        "select payload from events where project_id = $1 order by id desc limit 1",
        [projectId],
      );
      expect(rows[0].payload.toString("utf8")).toBe(data);
    }
  });

  it("is the sender's text whatever its value", async () => {
    const property = fc.asyncProperty(fc.json({ maxDepth: 3 }), async (data) => {
      receiver.got.length = 0;
      await call("POST", "/events/broadcast", `{"event_type":"t","data":${data}}`);
      await until(() => receiver.got.length === 1);
      expect(receiver.got[0]?.body.toString("utf8")).toBe(data);
    });
    await fc.assert(property, { numRuns: 30 });
  });
});

describe("numbers that no double can represent", () => {
  const TWEETS = Array.from({ length: 1_000 }, (_, i) => String(1460323737035677000n + BigInt(i)));

  it("distinguish a thousand consecutive snowflakes: each is delivered once, and its repetition is recognized", async () => {
    const path = await source({ idempotency_keys: ["request.body.tweet.id"] });
    const answers: { is_duplicate_event: boolean }[] = [];
    for (let at = 0; at < TWEETS.length; at += 100) {
      const some = TWEETS.slice(at, at + 100);
      answers.push(...(await Promise.all(some.map((id) => ingest(path, `{"tweet":{"id":${id}}}`)))));
    }
    expect(answers.filter((answer) => answer.is_duplicate_event)).toEqual([]);
    await until(() => receiver.got.length >= TWEETS.length);
    expect(new Set(receiver.got.map((got) => got.body.toString())).size).toBe(TWEETS.length);
    expect(await ingest(path, `{"tweet":{"id":${TWEETS[7]}}}`)).toMatchObject({ is_duplicate_event: true });
    expect(await ingest(path, `{"tweet":{"id":${TWEETS[7]}.0}}`)).toMatchObject({ is_duplicate_event: true });
  });

  it("are matched by filters to the last digit, and stored in them", async () => {
    await outgoing();
    const filter =
      '{"body":{"id":{"$in":[9007199254740993,12345678901234567890123]},"sum":{"$gt":0.10000000000000000001}}}';
    const made = JSON.parse(
      await call(
        "POST",
        "/subscriptions",
        `{"name":"exact","endpoint_id":"${endpointId}","filter_config":{"event_types":["t"],"filter":${filter}}}`,
      ),
    );
    expect(await call("GET", `/subscriptions/${made.data.uid}`)).toContain(
      '"$in":[9007199254740993,12345678901234567890123]',
    );
    await bench.database.db
      .deleteFrom("subscriptions")
      .where("name", "=", "all")
      .where("project_id", "=", projectId)
      .execute();
    await call("PUT", `/subscriptions/${made.data.uid}`, '{"name":"still exact"}');
    const events = [
      '{"id":9007199254740992,"sum":1}',
      '{"id":9007199254740993,"sum":0.10000000000000000002}',
      '{"id":12345678901234567890124,"sum":1}',
      '{"id":12345678901234567890123,"sum":0.1}',
      '{"id":12345678901234567890123.0,"sum":1e400}',
    ];
    for (const data of events) await call("POST", "/events/broadcast", `{"event_type":"t","data":${data}}`);
    const wanted = [events[1], events[4]];
    await until(() => receiver.got.length >= wanted.length);
    expect(receiver.got.map((got) => got.body.toString()).sort()).toEqual(wanted.sort());
    const tried = await call(
      "POST",
      "/subscriptions/test-filter",
      `{"filter_config":{"filter":{"body":{"id":9007199254740993}}},"sample":{"body":{"id":9007199254740992}}}`,
    );
    expect(JSON.parse(tried).data.matched).toBe(0);
  });

  it("name event types and are found by a search", async () => {
    const path = await source({ event_type_from: JSON.stringify({ body: "kind" }) });
    for (const kind of ["9007199254740993", "9007199254740992"]) await ingest(path, `{"kind":${kind}}`);
    const { rows } = await bench.database.db.pool.query(
      "select event_type from events where project_id = $1 order by id",
      [projectId],
    );
    expect(rows.map((row) => row.event_type)).toEqual(["9007199254740993", "9007199254740992"]);
    for (const [query, count] of [
      ["kind:eq:9007199254740993", 1],
      ["kind:gt:9007199254740992", 1],
      ["kind:eq:9007199254740994", 0],
    ] as const) {
      const found = JSON.parse(await call("GET", `/events?body=${encodeURIComponent(query)}`));
      expect(found.data.content).toHaveLength(count);
    }
  });

  it("are validated against schemas to the last digit", async () => {
    await outgoing();
    const schema = `{"type":"object","properties":{
      "id":{"type":"integer","minimum":9007199254740993,"not":{"const":9007199254740995}},
      "price":{"multipleOf":0.01,"exclusiveMaximum":1e400},"ids":{"uniqueItems":true},"whole":{"type":"integer"},
      "one":{"enum":[9007199254740993,"x"]},"maximum":{"maxLength":3}}}`;
    await call("POST", "/event-types", `{"name":"t","json_schema":${schema}}`);
    const verdict = (data: string) =>
      call("POST", "/events/broadcast", `{"event_type":"t","data":${data}}`).then(
        () => "taken",
        (error: Error) => error.message.replace(/ .*/s, ""),
      );
    const verdicts = {
      '{"id":9007199254740993}': "taken",
      '{"id":9007199254740992}': "422",
      '{"id":9007199254740995}': "422",
      '{"id":9007199254740996.0}': "taken",
      '{"id":9007199254740996.5}': "422",
      '{"price":19.99}': "taken",
      '{"price":0.30000000000000000001}': "422",
      '{"price":12345678901234567890.01}': "taken",
      '{"price":1e399}': "taken",
      '{"price":1e400}': "422",
      '{"ids":[9007199254740993,9007199254740992]}': "taken",
      '{"ids":[9007199254740993,9007199254740993.0]}': "422",
      '{"ids":[{"a":1e400},{"a":10e399}]}': "422",
      '{"whole":1e400}': "taken",
      '{"whole":1e-400}': "422",
      '{"one":9007199254740993}': "taken",
      '{"one":9007199254740992}': "422",
      '{"maximum":"long"}': "422",
    };
    const found = await Promise.all(Object.keys(verdicts).map(async (data) => [data, await verdict(data)]));
    expect(Object.fromEntries(found)).toEqual(verdicts);
  });
});
