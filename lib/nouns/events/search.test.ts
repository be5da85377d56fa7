import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { readBodyCondition, readWords } from "@/lib/nouns/events/search-conditions";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const PAYLOADS: Record<string, string | Buffer> = {
  paid: '{"type":"paid","customer":{"id":42,"name":"Ada Lovelace"},"items":[{"sku":"a-1"},{"sku":"b-2"}],"note":null}',
  text: '{"customer":{"id":"42","name":"Grace \\"Amazing\\" Hopper"},"at":"2027-01-31"}',
  odd: '{"a.b":1,"$ref":true,"percent":"100%_\\\\","list":[1,2,3],"größe":"Ä"}',
  nul: '{"customer":{"id":42},"nul":"\\u0000"}',
  bytes: Buffer.from([0xff, 0xfe, 0x41, 0x64, 0x61]),
  plain: "just words, not JSON",
};

beforeAll(async () => {
  for (const [name, payload] of Object.entries(PAYLOADS)) {
    const at = new Date();
    await bench.services.db
      .insertInto("events")
      .values({
        project_id: project.id,
        id: newId(),
        event_type: name,
        status: "Success",
        headers: "{}",
        payload: Buffer.from(payload as string),
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
});

const find = async (query: Record<string, string | string[]>, path = "/events") => {
  const search = new URLSearchParams({ sort: "ASC", view: "summary" });
  for (const [key, values] of Object.entries(query)) for (const value of [values].flat()) search.append(key, value);
  const { status, body } = await project.ask("GET", `${path}?${search}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.content.map((event: { event_type: string }) => event.event_type);
};

describe("q", () => {
  it("finds events by words of their payload, in any case and order, and by phrases", async () => {
    expect(await find({ q: "lovelace ADA" })).toEqual(["paid"]);
    expect(await find({ q: "ada" })).toEqual(["paid", "bytes"]);
    expect(await find({ q: '"Ada Lovelace"' })).toEqual(["paid"]);
    expect(await find({ q: '"Lovelace Ada"' })).toEqual([]);
    expect(await find({ q: "größe" })).toEqual(["odd"]);
    expect(await find({ q: "100%_" })).toEqual(["odd"]);
    expect(await find({ q: "words", event_type: "plain" })).toEqual(["plain"]);
    expect(await find({ q: "words", startDate: "2100-01-01" })).toEqual([]);
    expect(await find({ q: "  " })).toHaveLength(6);
  });

  it("pages like every list", async () => {
    const first = (await project.ask("GET", "/events?q=customer&perPage=1&view=summary")).body.data;
    expect([first.content[0].event_type, first.pagination.has_next_page]).toEqual(["nul", true]);
    const next = await project.ask(
      "GET",
      `/events?q=customer&perPage=1&next_page_cursor=${first.pagination.next_page_cursor}`,
    );
    expect(next.body.data.content[0].event_type).toBe("text");
    expect(next.body.data.pagination.has_prev_page).toBe(true);
  });
});

describe("body", () => {
  it.each([
    ["customer.id:eq:42", ["paid", "text"]],
    ['customer.id:eq:"42"', ["text"]],
    ["$.customer.id:eq:42", ["paid", "text"]],
    ["customer.id:neq:41", ["paid", "text"]],
    ["customer.id:neq:42", []],
    ["customer.id:gt:41.5", ["paid"]],
    ["customer.id:lte:41", []],
    ["at:gte:2027-01-01", ["text"]],
    ["at:lt:2027-01-01", []],
    ["items.sku:eq:b-2", ["paid"]],
    ["list:eq:2", ["odd"]],
    ["customer.name:contains:LOVE", ["paid"]],
    ['customer.name:contains:"Amazing"', ["text"]],
    ["customer.name:startsWith:Ada", ["paid"]],
    ["customer.name:endsWith:Hopper", ["text"]],
    ["percent:endsWith:%_\\", ["odd"]],
    ["percent:contains:.", []],
    ["note:eq:null", ["paid"]],
    ["$ref:eq:true", ["odd"]],
    ["größe:eq:Ä", ["odd"]],
    ["note:exist:true", ["paid"]],
    ["customer:exist:false", ["odd", "nul", "bytes", "plain"]],
  ])("finds events by %s", async (body, expected) => {
    expect(await find({ body })).toEqual(expected);
  });

  it("requires every condition of several, and takes a comma as part of the value", async () => {
    expect(await find({ body: ["customer.id:eq:42", "type:eq:paid"] })).toEqual(["paid"]);
    expect(await find({ body: "type:eq:paid,void" })).toEqual([]);
    expect(await find({ body: "customer.id:eq:42", q: "grace", status: "Success" })).toEqual(["text"]);
  });

  it("is refused if it is no condition", async () => {
    for (const body of [
      "customer.id",
      "a:b",
      "a:like:b",
      ":eq:1",
      "a..b:eq:1",
      "a:exist:maybe",
      "a:gt:",
      "a:gt:true",
    ]) {
      const answer = await project.ask("GET", `/events?body=${encodeURIComponent(body)}`);
      expect([body, answer.status]).toEqual([body, 422]);
      expect(answer.body.error.fields[0].path).toMatch(/^body/);
    }
    expect(readBodyCondition('a.b:eq:"1:2"')).toEqual({
      path: ["a", "b"],
      operator: "eq",
      value: "1:2",
      text: "1:2",
      isQuoted: true,
    });
    expect(readWords('a "b c"  d')).toEqual(["a", "b c", "d"]);
  });
});

it("ends a search that takes too long, and asks for a narrower one", async () => {
  const { db } = bench.services;
  await db.pool.query(`create or replace function payload_text(payload bytea) returns text language plpgsql immutable strict
    as $$ begin perform pg_sleep(2); return ''; end $$`);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => project.ask("GET", "/events?q=never&view=summary")),
  );
  const slow = answers.find((answer) => answer.status === 422);
  expect(slow?.body.error.fields[0]).toMatchObject({ path: "q", message: expect.stringContaining("startDate") });
  const refused = answers.filter((answer) => answer.status === 429);
  expect([refused.length, refused[0]?.headers.get("retry-after")]).toEqual([2, "2"]);
  expect((await project.ask("GET", "/events?view=summary")).status).toBe(200);
});
