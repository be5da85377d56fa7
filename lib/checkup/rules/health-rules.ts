import { rulesOf, type Saying, sayIf } from "@/lib/checkup/finding";
import { HEALTH_RULES, type HealthRule } from "@/lib/nouns/health/judge";
import type { HealthFacts } from "@/lib/nouns/health/schemas";

/** What the page *Installation* says of it, in its words. */
const judged =
  (rule: HealthRule) =>
  (facts: HealthFacts): Saying[] =>
    HEALTH_RULES[rule](facts).map(({ title, level, advice }) => ({ what: `${title}.`, level, remedy: advice }));

const SEE = "The page *Installation* and `/v1/installation/health` show the figures.";

export const HEALTH_FINDINGS = rulesOf("health", [
  {
    code: "no_copy_delivers",
    levels: ["critical"],
    when: "no running copy has the role all or worker",
    why: "Events are accepted at best, and none is delivered.",
    remedy: "Start a copy whose HOOKYARD_ROLE is all or worker.",
    find: judged("delivering"),
  },
  {
    code: "server_away",
    levels: ["critical"],
    when: "a server of a database that is spread over several does not answer",
    why: "The projects on it stand still: their senders get 503, their deliveries wait. All others go on.",
    remedy: "See the server and the network to it. It goes on by itself once it answers.",
    find: judged("servers"),
  },
  {
    code: "copy_silent",
    levels: ["warning"],
    when: "a copy has not said for 20 seconds that it runs",
    why: "It ended without a farewell, hangs, or cannot reach the database.",
    remedy: "See its log, and restart it.",
    find: judged("silent"),
  },
  {
    code: "versions_mixed",
    levels: ["warning"],
    when: "copies of different versions run",
    why: "An older copy may not know what a newer one writes.",
    remedy: "Restart the older ones, unless an upgrade is under way.",
    find: judged("versions"),
  },
  {
    code: "connections_used_up",
    levels: ["warning", "critical"],
    when: "80 % (critical: 95 %) of a server's connections are used",
    why: "When none is left, copies wait and answer 503.",
    remedy: "Raise max_connections, or lower HOOKYARD_DB_CONNECTIONS.",
    find: judged("connections"),
  },
  {
    code: "connections_too_few",
    levels: ["warning"],
    when: "a server allows fewer connections than the running copies may open (HOOKYARD_DB_CONNECTIONS each; on the coordinator of several servers twice that)",
    why: "Under load the last ones find none, and answer 503.",
    remedy: "Raise max_connections, or lower HOOKYARD_DB_CONNECTIONS.",
    find: (facts, { env }) => findTooFewConnections(facts, env.HOOKYARD_DB_CONNECTIONS),
  },
  {
    code: "transaction_open_long",
    levels: ["warning", "critical"],
    when: "a transaction of the database has been open for 10 minutes (critical: 6 hours)",
    why: "Dead rows cannot be removed until it ends.",
    remedy: "End it if nobody needs it: select pg_terminate_backend(…).",
    find: judged("transactions"),
  },
  {
    code: "dead_rows",
    levels: ["warning"],
    when: "a table of the queue has 100,000 dead rows",
    why: "Claims have to look through them.",
    remedy: "See that autovacuum is on and that no transaction is open for long.",
    find: judged("dead_rows"),
  },
  {
    code: "claims_slow",
    levels: ["warning", "critical"],
    when: "a copy's claims of due deliveries take 250 ms (critical: 2 s) at p95",
    why: "Retries and waiting deliveries start late.",
    remedy: `See dead rows, open transactions, and the database's CPU and disk. ${SEE}`,
    find: judged("claims"),
  },
  {
    code: "inbox_waits",
    levels: ["warning", "critical"],
    when: "an event has waited for a minute (critical: 10) to be routed",
    why: "It is accepted, and its deliveries do not exist yet.",
    remedy: `Slow functions, very wide fan-outs, or too few copies that deliver. ${SEE}`,
    find: judged("inbox"),
  },
  {
    code: "deliveries_overdue",
    levels: ["warning", "critical"],
    when: "deliveries of an endpoint have been due for 5 minutes (critical: an hour)",
    why: "The copies do not keep up, or the endpoint does not.",
    remedy: `Few endpoints: see their own pages. Many: start another copy that delivers. ${SEE}`,
    find: judged("queue"),
  },
]);

/** On a coordinator the shards are reached by other connections than the database as a whole, each up to the setting. */
function findTooFewConnections({ copies, database, servers }: HealthFacts, each: number): Saying[] {
  const running = Math.max(1, copies.filter(({ state }) => state === "running").length);
  const who = running === 1 ? "one copy" : `${running} copies`;
  const find = (server: string, allowed: number, needed: number) =>
    sayIf(needed > allowed, `${server} allows ${allowed} connections; ${who} may open ${needed}.`);
  if (servers.length === 0) return find("The server", database.connections.allowed, running * each);
  return servers.flatMap(({ address, is_coordinator, shards, connections }) =>
    connections ? find(address, connections.allowed, running * each * (is_coordinator && shards > 0 ? 2 : 1)) : [],
  );
}
