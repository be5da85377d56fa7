import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { StepError, Walk } from "@/lib/feeds/brokers/walk";
import { connect } from "@/lib/feeds/change-stream/connect";
import { findRights } from "@/lib/feeds/change-stream/find-rights";
import { findTables } from "@/lib/feeds/change-stream/find-tables";
import { findSlot, hasPublication, readSlotRoom } from "@/lib/feeds/change-stream/slot";
import { slotNameOf } from "@/lib/nouns/sources/db-change-stream";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

/** What slots tell of their state, and publications of partitioned tables, is not in older ones. */
const OLDEST_VERSION = 13;

/** Walks to a database's changes, changes nothing, and says where it ends if it does. `sourceId`: whose slot may be there. */
export async function checkChangeStream(
  settings: DbChangeStream,
  guard: AddressGuard,
  sourceId: string | null,
): Promise<ConnectionCheck[]> {
  const walk = new Walk();
  const { host, port, user, database, ssl } = settings;
  await walk.reach([{ host, port, tls: false }], guard);
  if (!walk.isWell) return walk.checks;
  const client = await logIn(settings, guard).catch((error: Error) => error);
  if (ssl !== "disable" && !(client instanceof StepError && client.step === "tls")) {
    const told = ssl === "require" ? "is encrypted; the certificate is not looked at" : "has a valid certificate";
    await walk.step("tls", async () => `The connection ${told}.`);
  }
  await walk.step("login", async () => {
    if (client instanceof Error) throw client;
    return `${user} may log in to the database ${database}.`;
  });
  if (client instanceof Error) return walk.checks;
  try {
    await walk.step("resource", () => findChanges(settings, client));
    await walk.step("rights", async () => {
      const found = await findRights(settings, client);
      await findRoom({ settings, guard, client, slot: sourceId && slotNameOf(sourceId) });
      return found;
    });
  } finally {
    await client.end().catch(() => {});
  }
  return walk.checks;
}

async function logIn(settings: DbChangeStream, guard: AddressGuard): Promise<pg.Client> {
  try {
    return await connect(settings, guard);
  } catch (error) {
    throw toLoginError(error as Error, settings);
  }
}

/** Errors at a login, by SQLSTATE (PostgreSQL, appendix A). */
const LOGIN_ERRORS: ReadonlyMap<string, (message: string, settings: DbChangeStream) => string> = new Map([
  ["28P01", (message, { user }) => `${user} was not let in: ${message}.`],
  ["28000", (message, { user }) => `${user} was not let in: ${message}.`],
  ["3D000", (_, { database }) => `The database ${database} does not exist.`],
  ["53300", (message) => `The server has no connection left: ${message}.`],
  ["57P03", (message) => `The server is not ready: ${message}.`],
]);

function toLoginError(error: Error, settings: DbChangeStream): Error {
  const { user, ssl } = settings;
  const { code = "", message } = (error.cause ?? error) as Error & { code?: string };
  if (code === "28000" && /no encryption|SSL off/i.test(message) && ssl === "disable") {
    return new StepError("tls", `The server does not let ${user} in without TLS from here: ${message}.`);
  }
  const explain = LOGIN_ERRORS.get(code);
  if (explain) return new StepError("login", explain(message, settings));
  return toTlsError(message, code, settings) ?? error;
}

/** Errors that have no SQLSTATE: those of TLS, and of a login that the driver refuses itself. */
function toTlsError(message: string, code: string, { user, ssl }: DbChangeStream): Error | null {
  if (/does not support SSL/i.test(message)) {
    return new StepError("tls", "The server does not speak TLS: choose ssl disable, if the network may be trusted.");
  }
  if (/certificate|altname|ssl|tls/i.test(`${message} ${code}`)) {
    const hint = ssl === "verify-full" ? " Trust its authority by NODE_EXTRA_CA_CERTS, or choose ssl require." : "";
    return new StepError("tls", `No secure connection: ${message}.${hint}`);
  }
  if (/password must be|SASL|SCRAM/i.test(message)) {
    return new StepError("login", `${user} was not let in: ${message}.`);
  }
  return null;
}

async function findChanges({ publication, tables, operations }: DbChangeStream, client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number; level: string; follows: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('wal_level') as level,
       pg_is_in_recovery() as follows`,
  );
  const { version, level, follows } = soleRow(rows);
  if (version < OLDEST_VERSION) {
    throw new Error(`The server is PostgreSQL ${version}: ${OLDEST_VERSION} or a later one is needed.`);
  }
  if (follows) throw new Error("The server is a standby: give the primary's address.");
  if (level !== "logical") {
    throw new Error(`The server's wal_level is ${level}: set it to logical and restart the server.`);
  }
  if (publication === null) return findTables(client, tables, operations);
  if (await hasPublication(client, publication)) return `The publication ${publication} is there.`;
  throw new Error(`The publication ${publication} does not exist: CREATE PUBLICATION ${publication} FOR TABLE …`);
}

type Room = { settings: DbChangeStream; guard: AddressGuard; client: pg.Client; slot: string | null };

/** Throws where the server has no slot left for us, or does not let us speak its replication protocol. */
async function findRoom({ settings, guard, client, slot }: Room): Promise<void> {
  const found = slot === null ? null : await findSlot(client, slot);
  if (!found) {
    const { used, most } = await readSlotRoom(client);
    if (used >= most) {
      throw new Error(
        `All ${most} replication slots of the server are taken: raise max_replication_slots and restart it, or drop one that nobody reads (see pg_replication_slots).`,
      );
    }
  }
  // Whoever reads the slot has proved it.
  if (found?.isActive) return;
  const replication = await connect(settings, guard, { replication: true }).catch((error) => {
    const { code, message } = ((error as Error).cause ?? error) as Error & { code?: string };
    if (code === "53300") {
      throw new Error(`The server takes no more replication connections: raise max_wal_senders (${message}).`);
    }
    if (/startup parameter/i.test(message)) {
      throw new Error(`Replication does not pass a connection pooler: give the server's own address (${message}).`);
    }
    throw new Error(`The server refuses replication: ${message}.`);
  });
  await replication.end().catch(() => {});
}
