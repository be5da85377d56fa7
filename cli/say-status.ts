import { formatBytes } from "@/lib/kernel/format-bytes";
import type { CopyHealth, DatabaseHealth, InstallationHealth, ServerHealth } from "@/lib/nouns/health/schemas";
import { sayCount, sayDuration } from "@/lib/nouns/health/words";

/** How an installation is, in lines for a terminal: what is wrong first. */
export function sayStatus(health: InstallationHealth): string {
  const { level, measured_at, problems, copies, servers, database } = health;
  const parts = [
    `${level.toUpperCase()}  measured ${measured_at}`,
    ...problems.map((problem) => `${problem.level.toUpperCase()}  ${problem.title}\n  ${problem.advice}`),
    sayCopies(copies),
    servers.length > 0 ? sayServers(servers) : sayDatabase(database),
    drawTable(["WAITS", "AMOUNT", "LATE BY"], [sayInbox(health), sayQueue(health)]),
  ];
  return parts.join("\n\n");
}

function sayCopies(copies: readonly CopyHealth[]): string {
  if (copies.length === 0) return "No copy says that it runs.";
  const rows = copies.map(({ name, role, version, state, started_at, seen_at, claims }) => [
    name,
    state,
    role ?? "worker",
    version ?? "older",
    started_at,
    seen_at,
    claims ? `${claims.p50_ms} · ${claims.p95_ms} ms` : "–",
  ]);
  return drawTable(["COPY", "STATE", "ROLE", "VERSION", "STARTED", "LAST BEAT", "CLAIMS P50 · P95"], rows);
}

function sayServers(servers: readonly ServerHealth[]): string {
  const rows = servers.map((server) => [
    server.is_coordinator ? `${server.address} (coordinator)` : server.address,
    server.state,
    server.version?.split(" ")[0] ?? "–",
    server.connections ? sayUse(server.connections) : "–",
    sayCount(server.shards),
    server.projects === null ? "–" : sayCount(server.projects),
    server.database_bytes === null ? "–" : formatBytes(server.database_bytes),
    sayInbox(server)[1] ?? "",
    sayQueue(server)[1] ?? "",
    sayLag(server),
  ]);
  const waits = ["INBOX", "QUEUE", "LATE BY"];
  return drawTable(["SERVER", "STATE", "POSTGRESQL", "CONNECTIONS", "SHARDS", "PROJECTS", "SIZE", ...waits], rows);
}

function sayDatabase({ version, connections }: DatabaseHealth): string {
  return drawTable(["DATABASE", "CONNECTIONS"], [[`PostgreSQL ${version.split(" ")[0]}`, sayConnections(connections)]]);
}

function sayConnections({ used, allowed, hookyard }: DatabaseHealth["connections"]): string {
  return `${sayUse({ used, allowed })}, ${sayCount(hookyard)} Hookyard's`;
}

function sayUse({ used, allowed }: Pick<DatabaseHealth["connections"], "used" | "allowed">): string {
  return `${sayCount(used)} of ${sayCount(allowed)}`;
}

type Waiting = Pick<InstallationHealth, "inbox" | "queue">;

function sayInbox({ inbox }: Waiting): string[] {
  if (inbox === null) return ["Events to be routed", "–", "–"];
  return ["Events to be routed", sayAmount(inbox.events, inbox.is_estimate), sayLate(inbox.oldest_seconds)];
}

function sayQueue({ queue }: Waiting): string[] {
  if (queue === null) return ["Unfinished deliveries", "–", "–"];
  return ["Unfinished deliveries", sayAmount(queue.deliveries, queue.is_estimate), sayLate(queue.due_seconds)];
}

function sayAmount(amount: number, isEstimate: boolean): string {
  return isEstimate ? `about ${sayCount(amount)}` : sayCount(amount);
}

/** How long the oldest of what is due has waited. */
function sayLag({ inbox, queue }: Waiting): string {
  if (!inbox || !queue) return "–";
  return sayLate(Math.max(inbox.oldest_seconds ?? 0, queue.due_seconds ?? 0));
}

function sayLate(seconds: number | null): string {
  return seconds ? sayDuration(seconds) : "nothing";
}

/** Columns as wide as what is in them. */
function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const lines = [head, ...rows].map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}
