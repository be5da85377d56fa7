import assert from "node:assert/strict";
import type { Answer, Caller } from "@/attack/caller";
import { FILTERS, PAYLOADS, SCHEMAS } from "@/attack/content-bombs";
import { residentMiB } from "@/attack/copy-state";
import { BOMBS, ESCAPES } from "@/attack/sandbox-escapes";
import { makeTenant, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";

const JSON_TYPE = { "content-type": "application/json" };
/** How much memory a hostile payload may add to the process; a successful bomb adds far more. */
const MAX_GROWTH_MIB = 500;

/** Attacks with bodies, filters, schemas and functions that are meant to cost, to confuse or to break out. */
export async function attackByContent(stage: Stage, tally: Tally): Promise<void> {
  const receiving = await makeTenant(stage, "incoming");
  const sending = await makeTenant(stage, "outgoing");
  const home = `/v1/projects/${receiving.id}`;
  const admin = receiving.keys.admin;
  const before = await residentMiB(stage.copy);
  const take = await makeGuardedSource(admin, home);
  for (const { name, body, headers } of PAYLOADS) {
    await tally.holds(`a source survives ${name}`, async () => {
      const [answer, health] = await Promise.all([take(body, headers), admin.ask("GET", "/healthz")]);
      expectJudged(answer);
      assert.equal(health.status, 200);
    });
    await tally.holds(`the API survives ${name}`, async () => {
      const path = `/v1/projects/${sending.id}/events/broadcast`;
      const around = Buffer.concat([Buffer.from('{"event_type":"a.b","data":'), Buffer.from(body), Buffer.from("}")]);
      expectJudged(await sending.keys.admin.ask("POST", path, { raw: around, headers: { ...JSON_TYPE, ...headers } }));
      expectJudged(await admin.ask("POST", `${home}/endpoints`, { raw: body, headers: { ...JSON_TYPE, ...headers } }));
    });
  }
  await attackByFilters(admin, home, tally);
  await attackBySchemas(admin, home, tally);
  await attackByFunctions(admin, home, tally);
  await tally.holds("nothing of all that polluted a prototype", async () => {
    const { text } = await admin.ask("GET", "/v1/me");
    assert.ok(!text.includes("polluted"), text);
  });
  await tally.holds("the copy lives on, and has no more memory than it needs", async () => {
    assert.equal((await admin.ask("GET", "/readyz")).status, 200);
    const after = await residentMiB(stage.copy);
    if (before !== null && after !== null) assert.ok(after - before < MAX_GROWTH_MIB, `${before} → ${after} MiB`);
  });
}

/** A source whose key, type, filter and order all read the payload. */
async function makeGuardedSource(admin: Caller, home: string) {
  const source = await admin.post<{ uid: string; url: string }>(`${home}/sources`, {
    name: "hostile",
    type: "http",
    idempotency_keys: ["request.body.id"],
  });
  const endpoint = await admin.post(`${home}/endpoints`, {
    name: "hostile",
    url: "http://127.0.0.1:9/nobody",
    ordering_key: "id",
  });
  await admin.post(`${home}/subscriptions`, {
    name: "hostile",
    source_id: source.uid,
    endpoint_id: endpoint.uid,
    filter_config: { filter: { body: { id: { $gt: 5 }, text: { $regex: "^(a+)+$" } } } },
  });
  return (body: string | Buffer, headers: Record<string, string> = {}) =>
    admin.ask("POST", source.url, { raw: body, headers: { ...JSON_TYPE, ...headers } });
}

async function attackByFilters(admin: Caller, home: string, tally: Tally): Promise<void> {
  for (const [name, filter] of Object.entries(FILTERS)) {
    await tally.holds(`a filter with ${name} is refused or bounded`, async () => {
      const sample = `{"event_type":"a","body":{"id":1,"text":"${"a".repeat(100_000)}!"}}`;
      const raw = `{"filter_config":{"event_types":["*"],"filter":{"body":${filter}}},"sample":${sample}}`;
      expectJudged(await admin.ask("POST", `${home}/subscriptions/test-filter`, { raw, headers: JSON_TYPE }));
    });
  }
}

async function attackBySchemas(admin: Caller, home: string, tally: Tally): Promise<void> {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    await tally.holds(`a schema with ${name} is refused or bounded`, async () => {
      const raw = `{"json_schema":${schema},"data":{"id":1,"text":"${"a".repeat(50_000)}!"}}`;
      const answer = await admin.ask("POST", `${home}/event-types/test`, { raw, headers: JSON_TYPE });
      expectJudged(answer);
      assert.ok(!answer.text.includes("root:"), "a file was read");
    });
  }
}

async function attackByFunctions(admin: Caller, home: string, tally: Tally): Promise<void> {
  type Tested = { results: { ok: boolean; after: string | null; error: string | null }[] };
  const run = async (body: string) => {
    const code = `function transform(payload) { ${body} }`;
    const path = `${home}/subscriptions/test-function`;
    const answer = await admin.ask("POST", path, { body: { function: code, payload: { a: 1 } } });
    expectJudged(answer);
    return (answer.json.data as Tested | null)?.results[0];
  };
  for (const expression of ESCAPES) {
    await tally.holds(`${expression} is nothing of the host's`, async () => {
      const result = await run(`return ${expression}`);
      const isNothing = result?.ok !== true || /^(null|"")?$/.test(result.after ?? "");
      assert.ok(isNothing, `it was ${result?.after?.slice(0, 300)}`);
    });
  }
  for (const [name, body] of Object.entries(BOMBS)) {
    await tally.holds(`a function with ${name} ends in an error of its own`, async () => {
      const result = await run(body);
      assert.equal(result?.ok, false, JSON.stringify(result)?.slice(0, 300));
    });
  }
}

/** Expects a success or a refusal: never an internal error, and never no answer. */
function expectJudged(answer: Answer): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text.slice(0, 500)}`);
}
