import assert from "node:assert/strict";
import { Caller } from "@/attack/caller";
import { NEEDED, type Needed } from "@/attack/needed-roles";
import { signIn } from "@/attack/sign-in";
import { makePerson, makeTenant, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { fingerprint, type Victim } from "@/attack/victim";
import { EXAMPLES } from "@/lib/api/document/examples";
import { nameOf } from "@/lib/api/document/named-schemas";
import type { Route } from "@/lib/api/route";
import { ROUTES } from "@/lib/api/routes/registry";
import { newId } from "@/lib/kernel/ids";
import { ROLES, type Role } from "@/lib/kernel/vocabulary";

/** A caller's relation to the victim's project. */
type Standing = { isKey: boolean; isOwner: boolean; role: Role | null } | null;
type Verdict = "let in" | 401 | 403 | 404;

/** Attacks with every operation as every sort of caller. Refused ones use the victim's own ids and a valid body. */
export async function attackRoles(stage: Stage, tally: Tally, victim: Victim): Promise<void> {
  const callers = await listCallers(stage, victim);
  const ids = ROUTES.map((route) => route.id);
  for (const id of new Set([...ids, ...Object.keys(NEEDED)])) {
    await tally.holds(`the table and the routes both have ${id}`, () => assert.ok(ids.includes(id) && id in NEEDED));
  }
  const known = ROUTES.filter((route) => NEEDED[route.id] !== undefined);
  const before = await fingerprint(stage.db, victim.id);
  for (const route of known) {
    for (const [caller, standing] of callers) {
      const verdict = judge(NEEDED[route.id] as Needed, standing);
      if (verdict === "let in") continue;
      await tally.holds(`${route.id} refuses ${caller.name} with ${verdict}`, () =>
        expectRefusal(caller, route, { victim, verdict }),
      );
    }
  }
  await tally.holds("whoever was refused changed nothing", async () => {
    assert.deepEqual(await fingerprint(stage.db, victim.id), before);
  });
  for (const route of known) {
    for (const [caller, standing] of callers) {
      if (judge(NEEDED[route.id] as Needed, standing) !== "let in") continue;
      await tally.holds(`${route.id} lets ${caller.name} in`, () => expectEntry(caller, route, victim));
    }
  }
}

async function listCallers(stage: Stage, victim: Victim): Promise<[Caller, Standing][]> {
  const { copy, heard } = stage;
  const other = await makeTenant(stage, "incoming");
  const stranger = await signIn(stage, await makePerson(stage, "stranger"), "session of a stranger");
  const wrong = `hy_${"A".repeat(12)}_${"B".repeat(43)}`;
  return [
    [new Caller("nobody", copy.url, heard), null],
    [new Caller("a made-up key", copy.url, heard, wrong), null],
    [new Caller("a made-up session", copy.url, heard, null).with("next-auth.session-token", "made.up"), null],
    ...ROLES.flatMap((role): [Caller, Standing][] => [
      [victim.keys[role], { isKey: true, isOwner: false, role }],
      [victim.people[role], { isKey: false, isOwner: false, role }],
    ]),
    [other.keys.admin.as("an admin's key of another project"), { isKey: true, isOwner: false, role: null }],
    [other.people.admin.as("an admin of another project"), { isKey: false, isOwner: false, role: null }],
    [stranger, { isKey: false, isOwner: false, role: null }],
    [stage.owner, { isKey: false, isOwner: true, role: "admin" }],
  ];
}

function judge(needed: Needed, caller: Standing): Verdict {
  if (needed === "everybody") return "let in";
  if (caller === null) return 401;
  if (needed === "known") return "let in";
  if (needed === "person") return caller.isKey ? 403 : "let in";
  if (needed === "owner") return caller.isOwner ? "let in" : 403;
  if (caller.role === null) return 404;
  return hasRole(needed, caller.role, caller) ? "let in" : 403;
}

type InProject = Role | "admin in person" | "owner of its project";

function hasRole(needed: InProject, role: Role, { isKey, isOwner }: NonNullable<Standing>): boolean {
  if (needed === "owner of its project") return isOwner;
  if (needed === "admin in person") return role === "admin" && !isKey;
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

type Expected = { victim: Victim; verdict: Verdict };

async function expectRefusal(caller: Caller, route: Route, { victim, verdict }: Expected): Promise<void> {
  const path = fill(route.path, victim.ids);
  const body = route.body && EXAMPLES[nameOf(route.body) ?? ""];
  const answer = await caller.ask(route.method.toUpperCase(), path, body === undefined ? {} : { body });
  assert.equal(answer.status, verdict, answer.text);
  assert.equal(answer.json.data ?? null, null, "an answer of refusal carries data");
  if (verdict === 404) assert.equal(answer.json.message, "No such project.");
}

/** Sends a request that changes nothing: reads existing resources, and writes to missing ones. */
async function expectEntry(caller: Caller, route: Route, victim: Victim): Promise<void> {
  const isRead = route.method === "get";
  const path = fill(route.path, isRead ? victim.ids : { projectID: victim.id });
  const answer = await caller.ask(route.method.toUpperCase(), path, route.body ? { body: {} } : {});
  if (isRead) assert.equal(answer.status, 200, answer.text);
  assert.ok(![401, 403, 405, 429].includes(answer.status) && answer.status < 500, `${answer.status} ${answer.text}`);
  assert.notEqual(answer.json.message, "No such project.");
}

function fill(path: string, ids: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_braced, name: string) => ids[name] ?? newId());
}
