import type pg from "pg";
import { onClient } from "@/lib/db/on-client";
import { readCopies } from "@/lib/nouns/health/read-copies";
import { addTables } from "@/lib/nouns/health/read-database";
import type { HealthServer, ServerFacts } from "@/lib/nouns/health/read-server-facts";
import { addTransactions } from "@/lib/nouns/health/read-transactions";
import { addWork } from "@/lib/nouns/health/read-work";
import type { HealthFacts, ServerHealth } from "@/lib/nouns/health/schemas";
import type { Answer, ServerAsks } from "@/lib/nouns/health/server-asks";

export type Measured = {
  /** The pool of the database as a whole. */
  readonly pool: pg.Pool;
  /** The servers that have its tables, the coordinator first. */
  readonly servers: readonly HealthServer[];
  readonly asks: ServerAsks;
  /** Whose disk is full, by the addresses of the servers; null where that is not known, without any where nobody looked. */
  readonly full: ReadonlyMap<string | null, boolean | null>;
  readonly now: Date;
};

/** Measures how the installation is. Throws where the database as a whole does not answer. */
export async function measureInstallation({ pool, servers, asks, ...known }: Measured): Promise<HealthFacts> {
  const copies = await onClient(pool, readCopies);
  const answers = await Promise.all(servers.map((server) => asks.ask(server)));
  const facts = answers.flatMap((answer) => answer.facts ?? []);
  const [first] = answers;
  if (!first?.facts) throw new Error(`The database's coordinator does not answer: ${first?.reason}`);
  const { version, connections } = first.facts;
  const tables = addTables(facts.map((one) => one.tables));
  const work = facts.map((one) => one.work);
  return {
    measured_at: known.now.toISOString(),
    copies,
    servers: answers.flatMap((answer) => toServerHealth(answer, known.full.get(answer.server.address)) ?? []),
    database: {
      version,
      connections,
      is_disk_full: known.full.get(first.server.address) ?? null,
      ...addTransactions(facts),
      tables,
    },
    ...addWork(work, tables),
  };
}

/** Null where there is one server. */
function toServerHealth({ server, facts, reason }: Answer, isFull: boolean | null = null): ServerHealth | null {
  const { address, isCoordinator, shards } = server;
  if (address === null) return null;
  return {
    address,
    is_coordinator: isCoordinator,
    state: !facts ? "away" : isFull ? "full" : "running",
    reason,
    shards: shards.length,
    ...(facts ? toFigures(facts) : UNKNOWN),
  };
}

type Figures = Pick<ServerHealth, "projects" | "version" | "connections" | "database_bytes" | "inbox" | "queue">;

const UNKNOWN: Figures = {
  projects: null,
  version: null,
  connections: null,
  database_bytes: null,
  inbox: null,
  queue: null,
};

function toFigures({ projects, version, connections, bytes, work, tables }: ServerFacts): Figures {
  return { projects, version, connections, database_bytes: bytes, ...addWork([work], tables) };
}
