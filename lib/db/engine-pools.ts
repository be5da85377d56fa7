import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { atServer } from "@/lib/db/hosts";
import { DIRECT } from "@/lib/db/placement/hold-shard";
import { type OpenServer, OpenShards } from "@/lib/db/placement/open-shards";
import { asksDistributed, type Node } from "@/lib/db/placement/shard-map";
import type { Shard, Shards } from "@/lib/db/placement/shards";
import { shareConnections } from "@/lib/kernel/connection-budget";
import { endsWithin } from "@/lib/kernel/patience";

/**
 * The engines' statements restrict every table by the ids of their batch. The query planner sees tables that fill and
 * empty within seconds as empty, and still must neither prefer to read them whole nor plan each statement anew.
 */
const SETTINGS = "-c timezone=UTC -c enable_seqscan=off -c jit=off";
const PLANNED_ONCE = "-c plan_cache_mode=force_generic_plan";

/** The timeouts of a statement and of its answer, in seconds: a frozen or unreachable server reports nothing. */
const PATIENCE = {
  /** What a person or a program asks. */
  pages: { statement: 18, answer: 20 },
  /** Accepting events: a sender learns within this that its event could not be stored. */
  ingest: { statement: 10, answer: 10 },
  /** Claiming, routing, settling: quick batches that are repeated. */
  work: { statement: 12, answer: 15 },
  /** Maintenance: statements that take long. */
  upkeep: { statement: 120, answer: 130 },
} as const;

type Kind = keyof typeof PATIENCE;

export type ShardOptions = {
  /** The budget of all connections of the copy to one server. */
  budget: number;
  /** What the pages and the API ask the whole database by, which is open already and is not closed. */
  pages: Database;
  /** Hears why the places of a distributed database could not be read again. */
  onError(error: unknown): void;
};

/**
 * Opens the connections of the engines, in separate pools, so that no work waits for the connections of another, and those
 * to the servers of a distributed database.
 */
export async function openEngineShards(url: string, { budget, pages, onError }: ShardOptions): Promise<Shards> {
  if (!(await asksDistributed(url))) return oneShard(openWhole({ url, budget, pages, settings: PLANNED_ONCE }));
  // Which server a statement is for depends on its values, and so does its plan.
  const coordinator = openWhole({ url, budget, pages, settings: "" });
  // The coordinator is reached as the program was told.
  const openNode = (node: Node) => openServer(node.group === 0 ? url : atServer(url, node), budget);
  try {
    return await OpenShards.open(coordinator, openNode, onError);
  } catch (error) {
    await coordinator.close();
    throw error;
  }
}

/** A database on one server. */
function oneShard(server: OpenServer): Shards {
  const shard: Shard = { ...server.databases, id: "", address: null, nameOf: (table) => table };
  const only = { address: null, isCoordinator: true, databases: server.databases, shards: [shard] };
  const present = { whole: server.databases, all: [shard], of: () => shard };
  return {
    ...present,
    present: () => present,
    servers: () => [only],
    openServers: () => [],
    watch() {},
    eachServer: (onServer) => onServer(server),
    close: server.close,
  };
}

type Whole = { url: string; budget: number; pages: Database; settings: string };

function openWhole({ url, budget, pages, settings }: Whole): OpenServer {
  const open = (kind: Exclude<Kind, "pages">) => openPool(url, budget, { kind, settings: `${SETTINGS} ${settings}` });
  const own = { ingest: open("ingest"), work: open("work"), upkeep: open("upkeep") };
  return { url, databases: { pages, ...own }, close: () => closeAll(own) };
}

/** A server of a distributed database, whose shards are used by their names. */
function openServer(url: string, budget: number): OpenServer {
  const open = (kind: Kind) => {
    const settings = kind === "pages" ? "-c timezone=UTC" : `${SETTINGS} ${PLANNED_ONCE}`;
    return openPool(url, budget, { kind, settings: `${settings} -c ${DIRECT}=on` });
  };
  const databases = { pages: open("pages"), ingest: open("ingest"), work: open("work"), upkeep: open("upkeep") };
  return { url, databases, close: () => closeAll(databases) };
}

/** Whoever stops has waited for the work already: what a server that hangs has still to answer keeps nobody. */
const CLOSE_MS = 1_000;

function closeAll(databases: Readonly<Record<string, Database>>): Promise<unknown> {
  return endsWithin(Promise.all(Object.values(databases).map((one) => closeDatabase(one))), CLOSE_MS);
}

function openPool(url: string, budget: number, { kind, settings }: { kind: Kind; settings: string }): Database {
  const { statement, answer } = PATIENCE[kind];
  return createDatabase(url, {
    max: shareConnections(budget)[kind === "pages" ? "api" : kind],
    name: `hookyard ${kind}`,
    options: `-c statement_timeout=${statement * 1_000} ${settings}`,
    answerTimeoutMs: answer * 1_000,
    // What happens for each event is too frequent for spans of its statements.
    isTraced: kind === "pages" || kind === "upkeep",
  });
}
