import { z } from "zod";
import {
  COPY_ROLES,
  COPY_STATES,
  HEALTH_LEVELS,
  HEALTH_SUBJECTS,
  SERVER_STATES,
  TRANSACTION_KINDS,
} from "@/lib/kernel/vocabulary";
import { THRESHOLDS } from "@/lib/nouns/health/thresholds";
import { Timestamp } from "@/lib/wire/fields";

/** What the claims of a copy cost over the last five minutes. */
export const ClaimCost = z.object({
  claims: z.int().describe("How many there were"),
  p50_ms: z.number(),
  p95_ms: z.number(),
  slowest_ms: z.number(),
  lanes: z.int().describe("Lanes that they looked at: one for an endpoint, a device, or a subscription with a limit"),
  leases: z.int().describe("Deliveries that they leased"),
});
export type ClaimCost = z.infer<typeof ClaimCost>;

const HealthProblem = z.object({
  subject: z.enum(HEALTH_SUBJECTS),
  level: z.enum(HEALTH_LEVELS).exclude(["healthy"]),
  title: z.string().describe("What is not right, in a sentence"),
  advice: z.string().describe("What it means and what to do"),
});
export type HealthProblem = z.infer<typeof HealthProblem>;

const CopyHealth = z.object({
  name: z.string().describe("Its host and process"),
  role: z.enum(COPY_ROLES).nullable().describe("null for a copy of an older version, which does not tell"),
  version: z.string().nullable(),
  state: z
    .enum(COPY_STATES)
    .describe(
      `silent: it has not said for ${THRESHOLDS.silentSeconds} seconds that it runs. It leaves the list after ten minutes`,
    ),
  started_at: z.string(),
  seen_at: z.string(),
  claims: ClaimCost.nullable().describe("Over the last five minutes; null where it claimed nothing"),
});
export type CopyHealth = z.infer<typeof CopyHealth>;

const OpenTransaction = z.object({
  server: z.string().nullable().describe("The address of the server that it is on; null where there is one server"),
  kind: z
    .enum(TRANSACTION_KINDS)
    .describe(
      "session; pg_dump: a session by that name; prepared: a prepared transaction; slot: a replication slot that keeps rows for a standby; standby: one that keeps them by its feedback",
    ),
  name: z.string().describe("Its application_name, or the name of the prepared transaction, slot or standby"),
  user: z.string().nullable(),
  pid: z.int().nullable().describe("Of the server's process, for pg_terminate_backend"),
  state: z.string().nullable().describe("Such as active or idle in transaction; null where it is not visible"),
  started_at: Timestamp.describe(
    "null where it is not visible to Hookyard's database user, and for slots and standbys, of which PostgreSQL does not tell",
  ),
  age_seconds: z.int().nullable(),
  snapshot_age: z.int().nullable().describe("How many transactions its snapshot lags behind; null where it has none"),
});
export type OpenTransaction = z.infer<typeof OpenTransaction>;

const QueueTable = z.object({
  table: z.string(),
  live_rows: z.int(),
  dead_rows: z.int(),
  vacuumed_at: Timestamp.describe("When it was vacuumed last, by autovacuum or by hand"),
});

const Connections = z.object({
  used: z.int().describe("By everybody, in all databases of the server"),
  allowed: z.int().describe("max_connections without those that are reserved"),
  hookyard: z.int().describe("Those of them that copies of Hookyard have"),
});

const DatabaseHealth = z.object({
  version: z.string(),
  connections: Connections.describe("Of several servers, those of the coordinator"),
  is_disk_full: z
    .boolean()
    .nullable()
    .describe(
      "Known from writes of the copy that answers; null where it could not be found out. Of several servers, the coordinator's: the state of each tells of its own",
    ),
  hidden_sessions: z
    .int()
    .describe(
      "Sessions of other users whose transactions are not visible to Hookyard's database user. GRANT pg_read_all_stats to it and there are none",
    ),
  oldest_transaction_seconds: z
    .int()
    .nullable()
    .describe("Of the visible ones; null where sessions are hidden and no visible one has been open for a second"),
  oldest_snapshot_age: z
    .int()
    .describe("How many transactions the oldest snapshot lags behind, also of hidden sessions"),
  transactions: z
    .array(OpenTransaction)
    .describe("What has been open for a second or more, or not visibly for how long; the oldest first, ten at most"),
  tables: z.array(QueueTable).describe("Those that the queue rewrites all the time"),
});
export type DatabaseHealth = z.infer<typeof DatabaseHealth>;

const InboxHealth = z.object({
  events: z.int().describe("Events that were accepted and wait to be routed"),
  is_estimate: z.boolean().describe("More than 10,000 are estimated by PostgreSQL's statistics"),
  oldest_at: Timestamp,
  oldest_seconds: z.int().nullable(),
});

const QueueHealth = z.object({
  deliveries: z.int().describe("Deliveries that are not finished: waiting, being sent or to be retried"),
  is_estimate: z
    .boolean()
    .describe(
      "More than 10,000, or what cannot be counted within half a second, is estimated by PostgreSQL's statistics",
    ),
  due_since: Timestamp.describe("Since when the longest waiting endpoint has deliveries due that are not started"),
  due_seconds: z.int().nullable(),
  overdue_lanes: z
    .int()
    .describe(
      `Endpoints whose deliveries have been due for ${THRESHOLDS.dueSeconds.warning} seconds; 1,000 is "or more"`,
    ),
});

export const ServerHealth = z.object({
  address: z.string().describe("Its host and port, as the other servers reach it"),
  is_coordinator: z.boolean().describe("It has what is of no project, too"),
  state: z
    .enum(SERVER_STATES)
    .describe("full: its disk takes no writes, known from those of the copy that answers. away: it does not answer"),
  reason: z.string().nullable().describe("Why it is away; null while it runs"),
  shards: z.int().describe("How many parts of the projects' tables it has"),
  projects: z.int().nullable().describe("How many have their rows in these"),
  version: z.string().nullable(),
  connections: Connections.nullable(),
  database_bytes: z.int().nullable(),
  inbox: InboxHealth.nullable(),
  queue: QueueHealth.nullable(),
});
export type ServerHealth = z.infer<typeof ServerHealth>;

const { transactionSeconds, connections, claimMs, inboxSeconds, dueSeconds } = THRESHOLDS;
const RULES = `critical when a disk is full, a server of several is away, or no copy delivers; a warning when a copy is silent or copies have different versions. A transaction: a warning from ${transactionSeconds.warning} s on, critical from ${transactionSeconds.critical} s; a snapshot whose age in seconds is not known: a warning from ${THRESHOLDS.snapshotAge.toLocaleString("en")} transactions on. Dead rows: a warning from ${THRESHOLDS.deadRows.toLocaleString("en")} in a table on. Connections: a warning from ${connections.warning * 100} % on, critical from ${connections.critical * 100} %. Claims at p95, from ${THRESHOLDS.fewestClaims} claims on: ${claimMs.warning} ms, ${claimMs.critical} ms. The inbox's oldest event: ${inboxSeconds.warning} s, ${inboxSeconds.critical} s. Due deliveries: ${dueSeconds.warning} s, ${dueSeconds.critical} s`;

/** How the whole installation is, for its owner. */
export const InstallationHealth = z.object({
  measured_at: z.string(),
  level: z.enum(HEALTH_LEVELS).describe(`The worst of the problems. It is ${RULES}`),
  problems: z.array(HealthProblem).describe("The worst first; empty when all is well"),
  copies: z.array(CopyHealth),
  servers: z
    .array(ServerHealth)
    .describe(
      "Those of a spread database, the coordinator first; of one that is away no figure is known, and what is told of the whole leaves it out. Empty where the database is on one server",
    ),
  database: DatabaseHealth,
  inbox: InboxHealth.nullable().describe("null where it could not be counted within half a second"),
  queue: QueueHealth.nullable().describe("null where what is due could not be found within half a second"),
});
export type InstallationHealth = z.infer<typeof InstallationHealth>;

/** What was measured, before it is judged. */
export type HealthFacts = Omit<InstallationHealth, "level" | "problems">;
