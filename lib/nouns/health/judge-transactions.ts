import type { HealthFacts, HealthProblem, OpenTransaction } from "@/lib/nouns/health/schemas";
import { THRESHOLDS } from "@/lib/nouns/health/thresholds";
import { sayCount, sayDuration } from "@/lib/nouns/health/words";

/** What is open for too long: a problem for each. */
export function judgeTransactions({ database }: HealthFacts): HealthProblem[] {
  return database.transactions.flatMap((open) => {
    const level = levelOf(open);
    return level ? [{ subject: "transactions" as const, level, title: titleOf(open), advice: adviceOf(open) }] : [];
  });
}

function levelOf({ age_seconds, snapshot_age }: OpenTransaction): HealthProblem["level"] | null {
  if (age_seconds === null) return (snapshot_age ?? 0) >= THRESHOLDS.snapshotAge ? "warning" : null;
  const { warning, critical } = THRESHOLDS.transactionSeconds;
  if (age_seconds < warning) return null;
  return age_seconds < critical ? "warning" : "critical";
}

function titleOf(open: OpenTransaction): string {
  const { kind, state, age_seconds, snapshot_age } = open;
  const behind = `keeps what the last ${sayCount(snapshot_age ?? 0)} transactions deleted`;
  if (age_seconds === null) return `${nameOf(open)} ${behind}`;
  const age = sayDuration(age_seconds);
  switch (kind) {
    case "pg_dump":
      return `pg_dump${sayWhere(open)} has been running for ${age}`;
    case "prepared":
      return `${nameOf(open)} has been open for ${age}`;
    case "session":
    case "slot":
    case "standby":
      return `${nameOf(open)} has been ${state?.startsWith("idle") ? "idle in a transaction" : "in a transaction"} for ${age}`;
  }
}

function nameOf(open: OpenTransaction): string {
  return `${ownNameOf(open)}${sayWhere(open)}`;
}

function sayWhere({ server }: OpenTransaction): string {
  return server === null ? "" : ` on ${server}`;
}

function ownNameOf({ kind, name, user, pid }: OpenTransaction): string {
  switch (kind) {
    case "prepared":
      return `The prepared transaction ${name}`;
    case "slot":
      return `The replication slot ${name}`;
    case "standby":
      return `The standby ${name || "without a name"}`;
    case "pg_dump":
    case "session":
      return `${name || "A session without a name"} (process ${pid ?? "unknown"}, user ${user ?? "unknown"})`;
  }
}

function adviceOf(open: OpenTransaction): string {
  const { snapshot_age } = open;
  const kept =
    snapshot_age === null ? "It keeps no dead rows, but may hold locks" : "Dead rows cannot be removed until it ends";
  return `${kept}; deliveries go on. ${remedyOf(open)}`;
}

function remedyOf({ kind, pid, state, age_seconds, server }: OpenTransaction): string {
  const end = `select pg_terminate_backend(${pid})${server === null ? "" : " there"} ends it.`;
  switch (kind) {
    case "pg_dump":
      return `Let it finish, unless it hangs: ${end}`;
    case "prepared":
      return "Nobody but its transaction manager should finish it; where that is gone, use commit prepared or rollback prepared.";
    case "slot":
      return "See whether its standby still follows; where nobody uses the slot, drop it: select pg_drop_replication_slot(…).";
    case "standby":
      return "A long query runs there: end that, or set hot_standby_feedback off.";
    case "session":
      if (age_seconds === null) {
        return "Since when it runs is not visible to Hookyard's database user: grant pg_read_all_stats to it.";
      }
      return state?.startsWith("idle") ? `Its program has forgotten it: ${end}` : `If nobody needs it: ${end}`;
  }
}
