import { describe, expect, it } from "vitest";
import { INSTALLATION_EXAMPLES } from "@/lib/api/document/examples-installation";
import { judge } from "@/lib/nouns/health/judge";
import {
  type CopyHealth,
  type HealthFacts,
  InstallationHealth,
  type OpenTransaction,
  ServerHealth,
} from "@/lib/nouns/health/schemas";

const { level: _, problems: __, ...example } = InstallationHealth.parse(INSTALLATION_EXAMPLES.InstallationHealth);
const copy = example.copies[0] as CopyHealth;
const server = ServerHealth.parse(INSTALLATION_EXAMPLES.ServerHealth);
const AWAY = {
  address: "db-3.internal:5432",
  state: "away",
  reason: "connect ECONNREFUSED",
  connections: null,
  inbox: null,
  queue: null,
} as const;
const dump = example.database.transactions[0] as OpenTransaction;

/** An installation in which all is well, but for what is said. */
function facts({ database, ...more }: Partial<Omit<HealthFacts, "database">> & { database?: object }): HealthFacts {
  return { ...example, ...more, database: { ...example.database, transactions: [], ...database } };
}

const open = (more: Partial<OpenTransaction>) => facts({ database: { transactions: [{ ...dump, ...more }] } });
const told = (given: HealthFacts) =>
  judge(given).problems.map(({ subject, level, title }) => `${subject} ${level}: ${title}`);

describe("health", () => {
  it("has no problem where all is well", () => {
    expect(judge(facts({}))).toMatchObject({ level: "healthy", problems: [] });
  });

  it("is as bad as its worst problem, which stands first", () => {
    const health = judge(facts({ database: { is_disk_full: true, transactions: [dump] } }));
    expect(health.level).toBe("critical");
    expect(health.problems.map(({ subject }) => subject)).toEqual(["disk", "transactions"]);
  });

  it.each<[string, HealthFacts, string[]]>([
    [
      "a dump of ten minutes",
      open({ age_seconds: 600 }),
      ["transactions warning: pg_dump has been running for 10 min"],
    ],
    ["a shorter one", open({ age_seconds: 599 }), []],
    [
      "a session that its program forgot",
      open({ kind: "session", name: "psql", state: "idle in transaction", age_seconds: 21_600 }),
      ["transactions critical: psql (process 4711, user backup) has been idle in a transaction for 6 h"],
    ],
    [
      "a prepared transaction",
      open({ kind: "prepared", name: "tx-7", pid: null, state: null, age_seconds: 90_000 }),
      ["transactions critical: The prepared transaction tx-7 has been open for 1 d"],
    ],
    [
      "a slot far behind",
      open({ kind: "slot", name: "replica", pid: null, age_seconds: null, snapshot_age: 1_000_000 }),
      ["transactions warning: The replication slot replica keeps what the last 1,000,000 transactions deleted"],
    ],
    ["a slot in time", open({ kind: "slot", age_seconds: null, snapshot_age: 999_999 }), []],
    [
      "a session that is not visible, far behind",
      open({ kind: "session", name: "etl", state: null, age_seconds: null, snapshot_age: 2_000_000 }),
      ["transactions warning: etl (process 4711, user backup) keeps what the last 2,000,000 transactions deleted"],
    ],
    [
      "used connections",
      facts({ database: { connections: { used: 80, allowed: 100, hookyard: 41 } } }),
      ["connections warning: 80 of 100 connections are used"],
    ],
    [
      "a server that is away",
      facts({ servers: [server, { ...server, ...AWAY }] }),
      ["servers critical: db-3.internal:5432 does not answer"],
    ],
    [
      "several that are",
      facts({
        servers: [
          { ...server, ...AWAY, address: "a:1" },
          { ...server, ...AWAY, address: "b:2" },
        ],
      }),
      ["servers critical: a:1 and b:2 do not answer"],
    ],
    [
      "used connections of one of several servers",
      facts({
        servers: [server, { ...server, address: "a:1", connections: { used: 96, allowed: 100, hookyard: 41 } }],
        database: { connections: { used: 80, allowed: 100, hookyard: 41 } },
      }),
      ["connections critical: 96 of 100 connections of a:1 are used"],
    ],
    [
      "a session on one of several servers",
      open({ kind: "session", server: "a:1", name: "psql", state: "active", age_seconds: 600 }),
      ["transactions warning: psql (process 4711, user backup) on a:1 has been in a transaction for 10 min"],
    ],
    [
      "a dump of one of several servers",
      open({ server: "a:1", age_seconds: 600 }),
      ["transactions warning: pg_dump on a:1 has been running for 10 min"],
    ],
    [
      "dead rows",
      facts({ database: { tables: [{ table: "lanes", live_rows: 0, dead_rows: 100_000, vacuumed_at: null }] } }),
      ["dead_rows warning: lanes has 100,000 dead rows"],
    ],
    [
      "slow claims",
      facts({ copies: [{ ...copy, claims: copy.claims && { ...copy.claims, p95_ms: 2_000 } }] }),
      ["claims critical: A claim takes 2,000 ms at p95 on hooks-1:812"],
    ],
    [
      "the first claims after a start",
      facts({ copies: [{ ...copy, claims: copy.claims && { ...copy.claims, claims: 19, p95_ms: 2_000 } }] }),
      [],
    ],
    ["web copies only", facts({ copies: [{ ...copy, role: "web" }] }), ["copies critical: No copy delivers"]],
    [
      "a copy that went silent",
      facts({ copies: [copy, { ...copy, name: "hooks-2:9", state: "silent" }] }),
      ["copies warning: hooks-2:9 has gone silent"],
    ],
    [
      "two versions",
      facts({ copies: [copy, { ...copy, version: "0.2.0" }, { ...copy, version: null }] }),
      ["copies warning: Versions 0.1.0 and 0.2.0 run side by side"],
    ],
    [
      "an old event in the inbox",
      facts({ inbox: { events: 2, is_estimate: false, oldest_at: example.measured_at, oldest_seconds: 61 } }),
      ["inbox warning: An event has waited for 1 min to be routed"],
    ],
    [
      "deliveries that are not started",
      facts({
        queue: { deliveries: 9, is_estimate: false, due_since: "", due_seconds: 400, overdue_lanes: 2 },
      }),
      ["queue warning: Deliveries to 2 endpoints have been due for up to 6 min"],
    ],
    [
      "what could not be counted",
      facts({ inbox: null, queue: null }),
      [
        "inbox warning: The inbox could not be looked through within half a second",
        "queue warning: The queue could not be looked through within half a second",
      ],
    ],
  ])("tells of %s", (_what, given, expected) => {
    expect(told(given)).toEqual(expected);
  });

  it("says whether dead rows wait for somebody's transaction or for autovacuum", () => {
    const tables = [{ table: "lanes", live_rows: 0, dead_rows: 100_000, vacuumed_at: null }];
    const adviceOf = (transactions: OpenTransaction[]) =>
      judge(facts({ database: { tables, transactions } })).problems.find(({ subject }) => subject === "dead_rows")
        ?.advice;
    expect(adviceOf([])).toContain("Autovacuum does not keep up");
    expect(adviceOf([{ ...dump, age_seconds: 120 }])).toContain("while the oldest transaction is open");
  });

  it("says why a server is away, and where a session that keeps a transaction open can be ended", () => {
    const away = judge(facts({ servers: [{ ...server, ...AWAY }] })).problems[0]?.advice;
    expect(away).toMatch(/^The projects on it stand still: .* \(connect ECONNREFUSED\)\.$/);
    const held = judge(open({ server: "a:1", age_seconds: 600 })).problems[0]?.advice;
    expect(held).toContain("select pg_terminate_backend(4711) there ends it.");
  });

  it("says of a full disk alone that nobody can tell that they run", () => {
    const given = facts({ copies: [{ ...copy, state: "silent" }], database: { is_disk_full: true } });
    expect(told(given)).toEqual(["disk critical: The database's disk is full"]);
  });

  it("says which servers' disks are full, of the coordinator what that means, and of the others that they are away", () => {
    const address = "db-2.internal:5432";
    const full = { ...server, state: "full", is_coordinator: false } as const;
    const servers = [
      { ...full, is_coordinator: true },
      { ...full, address },
      { ...server, ...AWAY },
    ];
    const given = facts({ servers, database: { is_disk_full: true } });
    expect(told(given)).toEqual([
      `disk critical: The disk of ${server.address} is full`,
      `disk critical: The disk of ${address} is full`,
      `servers critical: ${AWAY.address} does not answer`,
    ]);
    const [coordinator, other] = judge(given).problems;
    expect(coordinator?.advice).toContain("nobody can sign in");
    expect(other?.advice).toMatch(/^The projects on it stand still: .* All others go on\. Make room on its disk/);
    expect(told(facts({ servers: servers.slice(1, 2) }))).toEqual([`disk critical: The disk of ${address} is full`]);
  });
});
