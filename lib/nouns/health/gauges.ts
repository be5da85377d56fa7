import type { Logger } from "@/lib/kernel/log";
import { exposeGauges, type Figure, type Sample } from "@/lib/metrics/gauges";
import type { HealthReader } from "@/lib/nouns/health/health-reader";
import type { InventoryReader } from "@/lib/nouns/health/inventory";
import { INVENTORY_FIGURES } from "@/lib/nouns/health/inventory-figures";
import type { InstallationHealth, ServerHealth } from "@/lib/nouns/health/schemas";

/** Metrics of the copy itself do not wait longer for a database that does not answer. */
const PATIENCE_MS = 1_000;

const ofServers =
  (of: (server: ServerHealth) => number | null | undefined) =>
  ({ servers }: InstallationHealth): Sample[] =>
    servers.map((server) => [of(server), { server: server.address }]);

/** Figures of the one database, which every copy tells alike. What is not known is not told. */
export const HEALTH_FIGURES: Record<string, Figure<InstallationHealth>> = {
  hookyard_database_oldest_transaction_seconds: {
    help: "Age of the oldest open transaction that is visible to the database user",
    of: ({ database }) => [[database.oldest_transaction_seconds]],
  },
  hookyard_database_oldest_snapshot_transactions: {
    help: "Transactions that the oldest snapshot lags behind, also of slots, standbys and hidden sessions",
    of: ({ database }) => [[database.oldest_snapshot_age]],
  },
  hookyard_database_hidden_sessions: {
    help: "Sessions whose transactions are not visible to the database user",
    of: ({ database }) => [[database.hidden_sessions]],
  },
  hookyard_database_connections: {
    help: "Connections of everybody to the server",
    of: ({ database }) => [[database.connections.used]],
  },
  hookyard_database_connections_allowed: {
    help: "Connections that the server allows",
    of: ({ database }) => [[database.connections.allowed]],
  },
  hookyard_database_disk_full: {
    help: "1 while writes fail for want of room",
    of: ({ database }) => [[database.is_disk_full === null ? null : Number(database.is_disk_full)]],
  },
  hookyard_dead_rows: {
    help: "Dead rows of a table of the queue",
    labels: ["table"],
    of: ({ database }) => database.tables.map(({ table, dead_rows }) => [dead_rows, { table }]),
  },
  hookyard_inbox_events: {
    help: "Events that wait to be routed; more than 10,000 are estimated",
    of: ({ inbox }) => [[inbox?.events]],
  },
  hookyard_inbox_oldest_seconds: {
    help: "How long the oldest event has waited to be routed",
    of: ({ inbox }) => [[inbox && (inbox.oldest_seconds ?? 0)]],
  },
  hookyard_queue_deliveries: {
    help: "Deliveries that are not finished; more than 10,000 are estimated",
    of: ({ queue }) => [[queue?.deliveries]],
  },
  hookyard_queue_due_seconds: {
    help: "How long the longest waiting endpoint has had deliveries due",
    of: ({ queue }) => [[queue && (queue.due_seconds ?? 0)]],
  },
  hookyard_server_up: {
    help: "1 while a server of a spread database answers, and 0 while it is away",
    labels: ["server"],
    of: ofServers(({ state }) => Number(state !== "away")),
  },
  hookyard_server_disk_full: {
    help: "1 while writes to a server of a spread database fail for want of room",
    labels: ["server"],
    of: ofServers(({ state }) => (state === "away" ? null : Number(state === "full"))),
  },
  hookyard_server_shards: {
    help: "Shards that a server of a spread database has",
    labels: ["server"],
    of: ofServers(({ shards }) => shards),
  },
  hookyard_server_projects: {
    help: "Projects that a server of a spread database has",
    labels: ["server"],
    of: ofServers(({ projects }) => projects),
  },
  hookyard_server_database_bytes: {
    help: "What a server of a spread database stores of it",
    labels: ["server"],
    of: ofServers(({ database_bytes }) => database_bytes),
  },
  hookyard_server_connections: {
    help: "Connections of everybody to a server of a spread database",
    labels: ["server"],
    of: ofServers(({ connections }) => connections?.used),
  },
  hookyard_server_connections_allowed: {
    help: "Connections that a server of a spread database allows",
    labels: ["server"],
    of: ofServers(({ connections }) => connections?.allowed),
  },
  hookyard_server_inbox_events: {
    help: "Events that wait on a server of a spread database to be routed; more than 10,000 are estimated",
    labels: ["server"],
    of: ofServers(({ inbox }) => inbox?.events),
  },
  hookyard_server_inbox_oldest_seconds: {
    help: "How long the oldest event has waited on a server of a spread database to be routed",
    labels: ["server"],
    of: ofServers(({ inbox }) => inbox && (inbox.oldest_seconds ?? 0)),
  },
  hookyard_server_queue_deliveries: {
    help: "Deliveries on a server of a spread database that are not finished; more than 10,000 are estimated",
    labels: ["server"],
    of: ofServers(({ queue }) => queue?.deliveries),
  },
  hookyard_server_queue_due_seconds: {
    help: "How long the longest waiting endpoint on a server of a spread database has had deliveries due",
    labels: ["server"],
    of: ofServers(({ queue }) => queue && (queue.due_seconds ?? 0)),
  },
  hookyard_copies: {
    help: "Copies of the program",
    labels: ["state"],
    of: ({ copies }) =>
      ["running", "silent"].map((state) => [copies.filter((copy) => copy.state === state).length, { state }]),
  },
};

/** Puts the installation's figures among the metrics of this process, measured when these are read. */
export function exposeHealth(health: HealthReader, inventory: InventoryReader, log: Logger): void {
  const late = (error: unknown) => log.debug({ err: error }, "the installation's figures could not be measured");
  exposeGauges(HEALTH_FIGURES, () => readQuickly(health.read(), late), "max");
  exposeGauges(INVENTORY_FIGURES, () => readQuickly(inventory.read(), late), "max");
}

/** Null where the database does not answer soon: a scrape has other figures to bring. */
async function readQuickly<T>(reading: Promise<T>, onError: (error: unknown) => void): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null);
  });
  const read = reading.catch((error: unknown) => {
    onError(error);
    return null;
  });
  return Promise.race([read, tooLate]).finally(() => clearTimeout(timer));
}
