import { HEALTH_LEVELS, type HealthLevel } from "@/lib/kernel/vocabulary";
import { judgeDisks } from "@/lib/nouns/health/judge-disks";
import { judgeTransactions } from "@/lib/nouns/health/judge-transactions";
import type { DatabaseHealth, HealthFacts, HealthProblem, InstallationHealth } from "@/lib/nouns/health/schemas";
import { THRESHOLDS } from "@/lib/nouns/health/thresholds";
import { sayCount, sayDuration } from "@/lib/nouns/health/words";

/** What the figures mean: which of them are not right, in an operator's words, and what to do. Pure. */
export function judge(facts: HealthFacts): InstallationHealth {
  const { measured_at, ...rest } = facts;
  const problems = Object.values(HEALTH_RULES)
    .flatMap((rule) => rule(facts))
    .sort((a, b) => rank(b.level) - rank(a.level));
  return { measured_at, level: problems[0]?.level ?? "healthy", problems, ...rest };
}

/** What is judged, each by itself. */
export const HEALTH_RULES = {
  disk: judgeDisks,
  servers: judgeServers,
  delivering: judgeDelivering,
  silent: judgeSilent,
  versions: judgeVersions,
  connections: judgeConnections,
  transactions: judgeTransactions,
  dead_rows: judgeDeadRows,
  claims: judgeClaims,
  inbox: judgeInbox,
  queue: judgeQueue,
} satisfies Record<string, (facts: HealthFacts) => HealthProblem[]>;
export type HealthRule = keyof typeof HEALTH_RULES;

function rank(level: HealthLevel): number {
  return HEALTH_LEVELS.indexOf(level);
}

type Bounds = { readonly warning: number; readonly critical: number };

function levelOf(value: number, { warning, critical }: Bounds): HealthProblem["level"] | null {
  if (value < warning) return null;
  return value < critical ? "warning" : "critical";
}

function judgeServers({ servers }: HealthFacts): HealthProblem[] {
  const away = servers.filter(({ state }) => state === "away");
  if (away.length === 0) return [];
  const [verb, them] = away.length === 1 ? ["does", "it"] : ["do", "them"];
  const title = `${listNames(away.map(({ address }) => address))} ${verb} not answer`;
  const advice = `The projects on ${them} stand still: senders get 503 and come back later, deliveries wait. All others go on. See the server and the network to it; it goes on by itself once it answers (${away[0]?.reason}).`;
  return [{ subject: "servers", level: "critical", title, advice }];
}

function judgeDelivering({ copies, database }: HealthFacts): HealthProblem[] {
  // On a full disk none can say that it runs.
  if (database.is_disk_full || isAnyDelivering(copies)) return [];
  const advice = "Events are accepted and wait. Start a copy whose HOOKYARD_ROLE is all or worker.";
  return [{ subject: "copies", level: "critical", title: "No copy delivers", advice }];
}

export function isAnyDelivering(copies: HealthFacts["copies"]): boolean {
  return copies.some(({ state, role }) => state === "running" && role !== "web");
}

function judgeSilent({ copies, database }: HealthFacts): HealthProblem[] {
  const silent = copies.filter(({ state }) => state === "silent").map(({ name }) => name);
  if (database.is_disk_full || silent.length === 0) return [];
  const [verb, they] = silent.length === 1 ? ["has", "It"] : ["have", "They"];
  const title = `${listNames(silent)} ${verb} gone silent`;
  const advice = `${they} ended, hung, or cannot reach the database; other copies take the work over. Gone for good, ${they.toLowerCase()} will leave this list after ten minutes.`;
  return [{ subject: "copies", level: "warning", title, advice }];
}

function judgeVersions({ copies, database }: HealthFacts): HealthProblem[] {
  const running = copies.filter(({ state }) => state === "running");
  const versions = [...new Set(running.flatMap(({ version }) => version ?? []))].sort();
  if (database.is_disk_full || versions.length < 2) return [];
  const title = `Versions ${versions.join(" and ")} run side by side`;
  const advice = "Restart the older ones, unless an upgrade is under way.";
  return [{ subject: "copies", level: "warning", title, advice }];
}

function judgeConnections({ database, servers }: HealthFacts): HealthProblem[] {
  if (servers.length === 0) return judgeConnectionsOf(database, "");
  return servers.flatMap(({ address, connections }) =>
    connections ? judgeConnectionsOf({ connections }, ` of ${address}`) : [],
  );
}

function judgeConnectionsOf({ connections }: Pick<DatabaseHealth, "connections">, where: string): HealthProblem[] {
  const { used, allowed, hookyard } = connections;
  const level = levelOf(used / Math.max(1, allowed), THRESHOLDS.connections);
  if (!level) return [];
  const title = `${sayCount(used)} of ${sayCount(allowed)} connections${where} are used`;
  const advice = `Hookyard has ${sayCount(hookyard)} of them. When none is left, copies wait and answer 503. Raise max_connections, or lower HOOKYARD_DB_CONNECTIONS.`;
  return [{ subject: "connections", level, title, advice }];
}

function judgeDeadRows({ database }: HealthFacts): HealthProblem[] {
  const many = database.tables.filter(({ dead_rows }) => dead_rows >= THRESHOLDS.deadRows);
  const isHeld = database.transactions.some((open) => open.snapshot_age !== null && (open.age_seconds ?? 60) >= 60);
  return many.map(({ table, dead_rows }) => ({
    subject: "dead_rows",
    level: "warning",
    title: `${table} has ${sayCount(dead_rows)} dead rows`,
    advice: isHeld
      ? "They cannot be removed while the oldest transaction is open."
      : `Autovacuum does not keep up: see that it is on, or run vacuum ${table}.`,
  }));
}

function judgeClaims({ copies }: HealthFacts): HealthProblem[] {
  const costs = copies.flatMap(({ name, claims }) =>
    claims && claims.claims >= THRESHOLDS.fewestClaims ? [{ name, ms: claims.p95_ms }] : [],
  );
  const [worst] = costs.sort((a, b) => b.ms - a.ms);
  const level = worst && levelOf(worst.ms, THRESHOLDS.claimMs);
  if (!worst || !level) return [];
  const title = `A claim takes ${sayCount(Math.round(worst.ms))} ms at p95 on ${worst.name}`;
  const advice =
    "Retries and waiting deliveries start late. See the dead rows and open transactions here, then the CPU and disk of the database.";
  return [{ subject: "claims", level, title, advice }];
}

function judgeInbox({ inbox }: HealthFacts): HealthProblem[] {
  if (inbox === null) return [uncounted("inbox", "The inbox")];
  const level = levelOf(inbox.oldest_seconds ?? 0, THRESHOLDS.inboxSeconds);
  if (!level) return [];
  const title = `An event has waited for ${sayDuration(inbox.oldest_seconds ?? 0)} to be routed`;
  const advice =
    "Slow functions, very wide fan-outs or too few copies that deliver. The oldest events of status Pending say why they wait.";
  return [{ subject: "inbox", level, title, advice }];
}

function judgeQueue({ queue }: HealthFacts): HealthProblem[] {
  if (queue === null) return [uncounted("queue", "The queue")];
  const level = levelOf(queue.due_seconds ?? 0, THRESHOLDS.dueSeconds);
  if (!level) return [];
  const endpoints = queue.overdue_lanes === 1 ? "one endpoint" : `${sayCount(queue.overdue_lanes)} endpoints`;
  const title = `Deliveries to ${endpoints} have been due for up to ${sayDuration(queue.due_seconds ?? 0)}`;
  const advice =
    "Few endpoints: they answer too slowly for what they get, or their limits are low; their own pages tell. Many: the copies do not keep up, start another one that delivers.";
  return [{ subject: "queue", level, title, advice }];
}

function uncounted(subject: "inbox" | "queue", name: string): HealthProblem {
  const advice = "It is full of dead rows, or the database is busy. Deliveries go on.";
  return { subject, level: "warning", title: `${name} could not be looked through within half a second`, advice };
}

function listNames(names: readonly string[]): string {
  const [first, second, ...more] = names;
  if (second === undefined) return `${first}`;
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
}
