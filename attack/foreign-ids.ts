import assert from "node:assert/strict";
import { bodyFields } from "@/attack/body-fields";
import type { Answer, Caller, Made } from "@/attack/caller";
import { foreignBodies, NO_IDS } from "@/attack/foreign-bodies";
import { makeTenant, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { until } from "@/attack/until";
import { fingerprint, MARKS, type Victim } from "@/attack/victim";
import { EXAMPLES } from "@/lib/api/document/examples";
import { nameOf } from "@/lib/api/document/named-schemas";
import { pathNames, type Route } from "@/lib/api/route";
import { ROUTES } from "@/lib/api/routes/registry";

const LISTS = ["events", "eventdeliveries", "endpoints", "sources", "subscriptions", "meta-events", "audit-log"];

/**
 * Attacks by naming the victim's resources in the attacker's own project: in the path, the query, the body, and by
 * cursor.
 */
export async function attackByForeignIds(stage: Stage, tally: Tally, victim: Victim): Promise<void> {
  const own = await makeTenant(stage, "incoming");
  const sending = await makeTenant(stage, "outgoing");
  const before = await fingerprint(stage.db, victim.id);
  for (const { id, people } of [own, sending]) {
    const attacker = people.admin;
    for (const route of ROUTES.filter(({ path }) => pathNames(path).length > 1)) {
      await tally.holds(`${route.id} does not know a thing of another project`, () =>
        expectUnknown(attacker, route, { ...victim.ids, projectID: id }),
      );
    }
  }
  for (const route of ROUTES.filter(({ query, path }) => query && path.includes("{projectID}"))) {
    for (const name of Object.keys(route.query?.shape ?? {}).filter((one) => one.endsWith("Id"))) {
      await tally.holds(`${route.id} finds nothing by another project's ${name}`, () =>
        expectNothing(own.keys.admin, route, { name, own: own.id, victim }),
      );
    }
  }
  await attackByCursor(own.keys.admin, own.id, { tally, victim });
  await attackByBody({ own, sending }, tally, victim);
  await tally.holds("nothing of the victim's was changed", async () => {
    assert.deepEqual(await fingerprint(stage.db, victim.id), before);
  });
}

async function expectUnknown(attacker: Caller, route: Route, ids: Record<string, string>): Promise<void> {
  const path = route.path.replace(/\{(\w+)\}/g, (_braced, name: string) => ids[name] ?? "");
  const body = route.body && EXAMPLES[nameOf(route.body) ?? ""];
  const answer = await attacker.ask(route.method.toUpperCase(), path, body === undefined ? {} : { body });
  assert.equal(answer.status, 404, answer.text);
  expectNoMark(answer);
}

type Query = { name: string; own: string; victim: Victim };

async function expectNothing(attacker: Caller, route: Route, { name, own, victim }: Query): Promise<void> {
  const path = route.path.replace("{projectID}", own).replace(/\{\w+\}/g, victim.id);
  for (const id of Object.values(victim.ids)) {
    const answer = await attacker.ask("GET", `${path}?${name}=${id}`);
    assert.ok([200, 404, 422].includes(answer.status), `${answer.status} ${answer.text}`);
    expectNoMark(answer);
    const content = (answer.json.data as { content?: unknown[] } | null)?.content;
    if (content) assert.deepEqual(content, []);
  }
}

type Cursors = { tally: Tally; victim: Victim };

async function attackByCursor(attacker: Caller, own: string, { tally, victim }: Cursors): Promise<void> {
  for (const list of LISTS) {
    for (const name of ["next_page_cursor", "prev_page_cursor"]) {
      await tally.holds(`a ${name} of another project's ${list} shows nothing of it`, async () => {
        type Page = { pagination: { next_page_cursor: string } };
        const { pagination } = await victim.keys.admin.get<Page>(`/v1/projects/${victim.id}/${list}?perPage=1`);
        const cursor = encodeURIComponent(pagination.next_page_cursor);
        const direction = name.startsWith("next") ? "next" : "prev";
        const query = `perPage=100&direction=${direction}&${name}=${cursor}`;
        const answer = await attacker.ask("GET", `/v1/projects/${own}/${list}?${query}`);
        assert.ok([200, 400].includes(answer.status), answer.text);
        expectNoMark(answer);
      });
    }
  }
}

type Attackers = { own: Awaited<ReturnType<typeof makeTenant>>; sending: Awaited<ReturnType<typeof makeTenant>> };

async function attackByBody({ own, sending }: Attackers, tally: Tally, victim: Victim): Promise<void> {
  const home = `/v1/projects/${own.id}`;
  const endpoint = await own.keys.admin.post(`${home}/endpoints`, { name: "mine", url: "http://127.0.0.1:9/mine" });
  const source = await own.keys.admin.post<SourceMade>(`${home}/sources`, { name: "mine", type: "http" });
  const between = { name: "mine", endpoint_id: endpoint.uid, source_id: source.uid };
  const subscription = await own.keys.admin.post(`${home}/subscriptions`, between);
  const device = await own.keys.admin.post(`${home}/devices`, { host_name: "my-laptop" });
  const mine = {
    endpoint: endpoint.uid,
    source: source.uid,
    subscription: subscription.uid,
    device: device.uid,
    delivery: await makeDelivery(own.keys.admin, home, source),
  };
  const bodies = foreignBodies(victim.ids, mine);
  const named = new Set([...NO_IDS, ...bodies.map(({ field }) => field)]);
  for (const route of ROUTES) {
    for (const field of [...bodyFields(route)].filter((path) => /(_id|Id)s?$/.test(path))) {
      await tally.holds(`the table knows the field ${field} of ${route.id}`, () => assert.ok(named.has(field)));
    }
  }
  for (const { field, type, method = "POST", path, body, takes = false } of bodies) {
    const { id, keys } = type === "outgoing" ? sending : own;
    await tally.holds(`${method} ${path} takes nothing of another project as ${field}`, async () => {
      const answer = await keys.admin.ask(method, `/v1/projects/${id}/${path}`, { body });
      const expected = takes ? [200, 201, 404, 422] : [404, 422];
      assert.ok(expected.includes(answer.status), `${answer.status} ${answer.text}`);
      expectNoMark(answer);
      if (takes) assert.doesNotMatch(answer.text, /"(?:accepted|matched|cancelled)":[1-9]/);
      if (path === "replays" && answer.status === 201) {
        const replay = answer.json.data as Made;
        await expectEmpty(keys.admin, `/v1/projects/${id}/replays/${replay.uid}`);
      }
    });
  }
}

type SourceMade = Made & { mask_id: string };

/** Receives an event of the attacker's own; returns the id of its delivery. */
async function makeDelivery(attacker: Caller, home: string, source: SourceMade): Promise<string> {
  const received = await attacker.ask("POST", `/ingest/${source.mask_id}`, { body: { mine: true } });
  assert.equal(received.status, 200, received.text);
  const { content } = await until(
    () => attacker.get<{ content: Made[] }>(`${home}/eventdeliveries`),
    ({ content: rows }) => rows.length > 0,
  );
  return content[0]?.uid ?? "";
}

/** A replay is frozen in the background. */
async function expectEmpty(attacker: Caller, path: string): Promise<void> {
  type Replay = { status: string; preview: { count: number } };
  const replay = await until(
    () => attacker.get<Replay>(path),
    ({ status }) => status !== "Preparing",
  );
  assert.equal(replay.preview.count, 0);
}

function expectNoMark(answer: Answer): void {
  for (const mark of MARKS) assert.ok(!answer.text.includes(mark), `${mark} stands in ${answer.text.slice(0, 2000)}`);
}
