const AT = "2027-01-31T12:00:00.000Z";
const SINCE = "2027-01-31T11:28:40.000Z";

const claims = { claims: 412, p50_ms: 0.95, p95_ms: 2.26, slowest_ms: 14.2, lanes: 830, leases: 1204 };

/** An example of how an installation is. */
export const INSTALLATION_EXAMPLES: Record<string, unknown> = {
  ClaimCost: claims,
  ServerHealth: {
    address: "db-2.internal:5432",
    is_coordinator: false,
    state: "running",
    reason: null,
    shards: 11,
    projects: 640,
    version: "16.9",
    connections: { used: 43, allowed: 97, hookyard: 38 },
    database_bytes: 41_204_318_208,
    inbox: { events: 0, is_estimate: false, oldest_at: null, oldest_seconds: null },
    queue: { deliveries: 104, is_estimate: false, due_since: null, due_seconds: null, overdue_lanes: 0 },
  },
  InstallationHealth: {
    measured_at: AT,
    level: "warning",
    problems: [
      {
        subject: "transactions",
        level: "warning",
        title: "pg_dump has been running for 31 min",
        advice:
          "Dead rows cannot be removed until it ends; deliveries go on. Let it finish, unless it hangs: select pg_terminate_backend(4711) ends it.",
      },
    ],
    copies: [
      {
        name: "hooks-1:812",
        role: "all",
        version: "0.1.0",
        state: "running",
        started_at: "2027-01-29T08:00:00.000Z",
        seen_at: AT,
        claims,
      },
    ],
    servers: [],
    database: {
      version: "18.4",
      connections: { used: 48, allowed: 97, hookyard: 41 },
      is_disk_full: false,
      hidden_sessions: 0,
      oldest_transaction_seconds: 1880,
      oldest_snapshot_age: 61204,
      transactions: [
        {
          server: null,
          kind: "pg_dump",
          name: "pg_dump",
          user: "backup",
          pid: 4711,
          state: "active",
          started_at: SINCE,
          age_seconds: 1880,
          snapshot_age: 61204,
        },
      ],
      tables: [{ table: "delivery_queue", live_rows: 312, dead_rows: 60210, vacuumed_at: SINCE }],
    },
    inbox: { events: 0, is_estimate: false, oldest_at: null, oldest_seconds: null },
    queue: { deliveries: 312, is_estimate: false, due_since: null, due_seconds: null, overdue_lanes: 0 },
  },
};
