import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { readSearchedPage } from "@/lib/db/keyset";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { searchDeliveryRows } from "@/lib/nouns/deliveries/search";

let bench: ApiBench;
let project: ApiProject;
const ids: Record<string, string> = {};

const EVENTS = {
  ada: { payload: '{"customer":{"id":42,"name":"Ada Lovelace"}}', eventHeaders: { "X-Request-Id": "a, b=c" } },
  grace: { payload: '{"customer":{"id":"42","name":"Grace Hopper"}}', eventHeaders: { authorization: "secret" } },
  prototype: { payload: '{"__proto__":{"polluted":true},"deep":[[{"x":1}]]}' },
  words: { payload: "Ada, but no JSON" },
  large: { payload: JSON.stringify({ text: "x".repeat(3_000_000), end: "Countess" }) },
};

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  const endpointId = await project.endpoint({ name: "orders" });
  for (const [name, event] of Object.entries(EVENTS)) {
    const status = name === "grace" ? "Failure" : "Success";
    ids[name] = (await toDeliveryFixture(project, { endpointId, status, ...event })).id;
  }
});
afterAll(() => bench.close());

const ask = (query: [string, string][], key = project.keys.admin, path = "/eventdeliveries") =>
  project.ask("GET", `${path}?${new URLSearchParams([["view", "summary"], ...query])}`, { key });

const find = async (query: [string, string][], key?: string) => {
  const { status, body } = await ask(query, key);
  expect(status, JSON.stringify(body)).toBe(200);
  const found = body.data.content.map(({ uid }: { uid: string }) => uid);
  return Object.keys(EVENTS).filter((name) => found.includes(ids[name]));
};

describe("a search of deliveries", () => {
  it.each<[query: [string, string][], names: string[]]>([
    [[["q", "lovelace ADA"]], ["ada"]],
    [[["q", '"Ada Lovelace"']], ["ada"]],
    [[["q", "ada"]], ["ada", "words"]],
    [[["q", "countess"]], ["large"]],
    [[["body", "customer.id:eq:42"]], ["ada", "grace"]],
    [[["body", 'customer.id:eq:"42"']], ["grace"]],
    [[["body", "customer.id:gt:41"]], ["ada"]],
    [[["body", "customer.id:gt:x"]], []],
    [
      [
        ["body", "customer.id:eq:42"],
        ["status", "Failure"],
      ],
      ["grace"],
    ],
    [[["body", "__proto__.polluted:eq:true"]], ["prototype"]],
    [[["body", "polluted:eq:true"]], []],
    [[["body", `${"deep.".repeat(19)}x:exist:true`]], []],
    [[["body", "customer.name:contains:(a+)+$"]], []],
    [[["header", "x-request-id=a, b=c"]], ["ada"]],
    [[["header", "X-REQUEST-ID"]], ["ada"]],
    [[["header", "x-request-id=A, B=C"]], []],
    [[["header", "__proto__"]], []],
    [
      [
        ["header", "content-type=application/json"],
        ["header", "authorization"],
      ],
      ["grace"],
    ],
  ])("finds by %j", async (query, names) => expect(await find(query)).toEqual(names));

  it("finds events by their headers too", async () => {
    const { body } = await ask([["header", "x-request-id=a, b=c"]], undefined, "/events");
    expect(body.data.content).toHaveLength(1);
  });

  it.each([
    ["header", "two words=1"],
    ["header", "=1"],
    ["body", "customer.id"],
  ])("refuses %s=%s by name", async (name, value) => {
    const { status, body } = await ask([[name, value]]);
    expect([status, body.error.fields[0].path]).toEqual([422, expect.stringContaining(name)]);
  });

  it.each(["/events", "/eventdeliveries"])("gives a viewer of %s no way to guess a credential", async (path) => {
    const { status, body } = await ask([["header", "Authorization=secret"]], project.keys.viewer, path);
    expect([status, body.error.fields[0].path]).toEqual([422, "header"]);
    const named = await ask([["header", "authorization"]], project.keys.viewer, path);
    expect(named.body.data.content).toHaveLength(1);
  });

  it("is refused where all that match would be counted, cancelled or resent", async () => {
    const counted = await ask([["q", "ada"]], undefined, "/eventdeliveries/matches");
    expect([counted.status, counted.body.error.fields[0].path]).toEqual([422, "q"]);
    for (const path of ["/eventdeliveries/cancel", "/replays"]) {
      const { status, body } = await project.ask("POST", path, { body: { filter: { header: ["x-request-id"] } } });
      expect([status, body.error.fields[0].path]).toEqual([422, "filter.header"]);
    }
  });
});

it("answers what it found in its time, and goes on behind what it looked at, back and forth", async () => {
  const other = await bench.project("outgoing");
  const endpointId = await other.endpoint({ name: "many" });
  const made: string[] = [];
  for (let i = 0; i < 250; i += 1) {
    const payload = i % 120 === 7 ? '{"note":"wanted"}' : "{}";
    made.push((await toDeliveryFixture(other, { endpointId, status: "Success", payload })).id);
  }
  const read = (given: object) => {
    const query = ListEventDeliveries.parse({ q: ["wanted"], ...given });
    return readSearchedPage(query, searchDeliveryRows(other.context, query, 0));
  };
  const pages = [await read({})];
  for (let page = pages[0]; page?.pagination.has_next_page; page = pages.at(-1)) {
    pages.push(await read({ next_page_cursor: [page.pagination.next_page_cursor] }));
  }
  const wanted = [made[247], made[127], made[7]];
  expect(pages.map(({ content }) => content.map(({ id }) => id))).toEqual(wanted.map((id) => [id]));
  expect(pages.map(({ pagination }) => pagination.searched_until !== undefined)).toEqual([true, true, false]);
  const goBack = (cursor = "") => read({ direction: ["prev"], prev_page_cursor: [cursor] });
  const between = await goBack(pages[2]?.pagination.prev_page_cursor);
  expect([between.content, between.pagination.has_prev_page]).toEqual([[], true]);
  const back = await goBack(between.pagination.prev_page_cursor);
  expect(back.content.map(({ id }) => id)).toEqual([made[127]]);
  expect(back.pagination).toMatchObject({ has_next_page: true, has_prev_page: true });
});
