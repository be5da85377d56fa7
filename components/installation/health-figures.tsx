import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { TONE_TEXT } from "@/components/status/status-badge";
import { HEALTH_LOOK } from "@/components/status/status-words";
import { formatDurationMs, formatSeconds } from "@/components/time/format-time";
import { cn } from "@/components/ui/class-names";
import type { HealthLevel, HealthSubject } from "@/lib/kernel/vocabulary";
import type { ClaimCost, DatabaseHealth, InstallationHealth } from "@/lib/nouns/health/schemas";

/** The six figures that tell most, each marked where a problem is about it. */
export function HealthFigures({ health }: { health: InstallationHealth }) {
  const { database, inbox, queue, problems } = health;
  const levelOf = (subject: HealthSubject) => problems.find((problem) => problem.subject === subject)?.level;
  const { used, allowed, hookyard, where } = fullest(health);
  const claims = findSlowest(health);
  return (
    <dl className="grid gap-px overflow-hidden rounded border bg-line max-lg:grid-cols-2 lg:grid-cols-3">
      <Figure
        name="Inbox"
        value={inbox ? about(inbox.events, inbox.is_estimate) : "Not counted"}
        level={levelOf("inbox")}
      >
        {sayOldest(inbox)}
      </Figure>
      <Figure
        name="Unfinished deliveries"
        value={queue ? about(queue.deliveries, queue.is_estimate) : "Not counted"}
        level={levelOf("queue")}
      >
        {sayDue(queue)}
      </Figure>
      <Figure name="Claims, p95" value={claims ? formatDurationMs(claims.p95_ms) : "None"} level={levelOf("claims")}>
        {claims
          ? `p50 ${formatDurationMs(claims.p50_ms)} · ${claims.claims.toLocaleString("en")} in five minutes`
          : "Nothing was claimed in five minutes"}
      </Figure>
      <OldestTransaction database={database} level={levelOf("transactions")} />
      <Figure
        name="Database connections"
        value={`${used.toLocaleString("en")} of ${allowed.toLocaleString("en")}`}
        level={levelOf("connections")}
      >
        {`${hookyard.toLocaleString("en")} of them are Hookyard's${where}`}
      </Figure>
      <Figure name="Database disk" value={sayDisk(health)} level={levelOf("disk")}>
        PostgreSQL {database.version.split(" ")[0]}
      </Figure>
    </dl>
  );
}

function OldestTransaction({ database, level }: { database: DatabaseHealth; level: HealthLevel | undefined }) {
  const { oldest_transaction_seconds: seconds, transactions, hidden_sessions } = database;
  const oldest = transactions.find(({ age_seconds }) => age_seconds !== null);
  return (
    <Figure
      name="Oldest transaction"
      value={seconds === null ? "Not visible" : seconds < 1 ? "None for long" : formatSeconds(seconds)}
      level={level}
    >
      {seconds === null
        ? `${hidden_sessions.toLocaleString("en")} sessions are hidden from this database user`
        : oldest && seconds >= 1
          ? oldest.name || "A session without a name"
          : "All ended within a second"}
    </Figure>
  );
}

type FigureProps = { name: string; value: string; level: HealthLevel | undefined; children: ReactNode };

function Figure({ name, value, level, children }: FigureProps) {
  const tone = level && TONE_TEXT[HEALTH_LOOK[level].tone];
  return (
    <div className="min-w-0 bg-canvas px-3 py-2.5">
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd>
        <span className={cn("flex items-center gap-1.5 font-medium text-lg", tone)}>
          {level && <TriangleAlert aria-label={HEALTH_LOOK[level].word} className="size-4" />}
          {value}
        </span>
        <span className="block break-words text-ink-muted text-sm">{children}</span>
      </dd>
    </div>
  );
}

/** The connections of the server that has fewest left. */
function fullest({ database, servers }: InstallationHealth) {
  const known = servers.flatMap(({ address, connections }) =>
    connections ? [{ ...connections, where: `, on ${address}` }] : [],
  );
  const [first] = known.sort((one, other) => other.used / other.allowed - one.used / one.allowed);
  return first ?? { ...database.connections, where: "" };
}

/** The claims of the copy whose claims take longest. */
function findSlowest({ copies }: InstallationHealth): ClaimCost | undefined {
  return copies.flatMap(({ claims }) => claims ?? []).sort((a, b) => b.p95_ms - a.p95_ms)[0];
}

function sayDue(queue: InstallationHealth["queue"]): string {
  if (queue === null) return "Not within half a second";
  return queue.due_seconds ? `Due for up to ${formatSeconds(queue.due_seconds)}` : "None is late";
}

function sayOldest(inbox: InstallationHealth["inbox"]): string {
  if (inbox === null) return "Not within half a second";
  if (inbox.oldest_seconds === null) return "No event waits to be routed";
  return `The oldest has waited ${formatSeconds(inbox.oldest_seconds)}`;
}

function about(count: number, isEstimate: boolean): string {
  return `${isEstimate ? "About " : ""}${count.toLocaleString("en")}`;
}

function sayDisk({ database, servers }: InstallationHealth): string {
  const full = servers.filter(({ state }) => state === "full").length;
  if (full > 0) return full === 1 ? "Full on one server" : `Full on ${full.toLocaleString("en")} servers`;
  if (database.is_disk_full === null) return "Not known";
  return database.is_disk_full ? "Full" : "Takes writes";
}
