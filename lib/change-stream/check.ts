import type pg from "pg";
import { StepError, Walk } from "@/lib/brokers/walk";
import { connect } from "@/lib/change-stream/connect";
import { hasPublication, quoteTable } from "@/lib/change-stream/slot";
import type { AddressGuard } from "@/lib/egress/address-guard";
import type { DbChangeStream } from "@/lib/sources/db-change-stream-schemas";
import type { ConnectionCheck } from "@/lib/sources/test-connection-schemas";

/** Walks to a database's changes, changes nothing, and says where it ends if it does. */
export async function checkChangeStream(settings: DbChangeStream, guard: AddressGuard): Promise<ConnectionCheck[]> {
  const walk = new Walk();
  const { host, port, user, database } = settings;
  await walk.reach([{ host, port, tls: false }], guard);
  let client: pg.Client | null = null;
  try {
    await walk.step("login", async () => {
      client = await logIn(settings, guard);
      return `${user} may log in to the database ${database}.`;
    });
    await walk.step("resource", () => findPublication(settings, client as pg.Client));
    await walk.step("rights", () => findRights(settings, client as pg.Client));
  } finally {
    await (client as pg.Client | null)?.end().catch(() => {});
  }
  return walk.checks;
}

async function logIn(settings: DbChangeStream, guard: AddressGuard): Promise<pg.Client> {
  try {
    return await connect(settings, guard);
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    const { user, database } = settings;
    if (code === "28P01" || code === "28000") throw new StepError("login", `${user} was not let in: ${message}.`);
    if (code === "3D000") throw new StepError("login", `The database ${database} does not exist.`);
    if (/does not support SSL/i.test(message)) {
      throw new StepError("tls", "The server does not speak TLS: choose ssl disable, if the network may be trusted.");
    }
    if (/certificate|ssl|tls/i.test(`${message} ${code}`))
      throw new StepError("tls", `No secure connection: ${message}.`);
    if (/password must be|SASL|SCRAM/i.test(message))
      throw new StepError("login", `${user} was not let in: ${message}.`);
    throw error;
  }
}

async function findPublication({ publication, tables }: DbChangeStream, client: pg.Client): Promise<string> {
  const [{ wal_level: level }] = (await client.query("show wal_level")).rows;
  if (level !== "logical") {
    throw new Error(`The server's wal_level is ${level}: set it to logical and restart the server.`);
  }
  if (publication !== null) {
    if (await hasPublication(client, publication)) return `The publication ${publication} is there.`;
    throw new Error(`The publication ${publication} does not exist: CREATE PUBLICATION ${publication} FOR TABLE …`);
  }
  for (const table of tables) {
    const { rows } = await client.query("select to_regclass($1) is not null as found", [quoteTable(table)]);
    if (!rows[0].found) throw new Error(`The table ${table} does not exist.`);
  }
  return tables.length === 1 ? `The table ${tables[0]} is there.` : `All ${tables.length} tables are there.`;
}

async function findRights(settings: DbChangeStream, client: pg.Client): Promise<string> {
  const { user, tables, publication, snapshot } = settings;
  const { rows } = await client.query(
    `select rolsuper as super, rolreplication or rolsuper or
       coalesce(pg_has_role(current_user, (select oid from pg_roles where rolname = 'rds_replication'), 'member'), false) as replicates,
       has_database_privilege(current_database(), 'create') as creates
     from pg_roles where rolname = current_user`,
  );
  const { super: isSuper, replicates, creates } = rows[0];
  if (!replicates) throw new Error(`${user} may not replicate: ALTER ROLE ${user} REPLICATION.`);
  if (publication === null && !isSuper) {
    if (!creates)
      throw new Error(`${user} may not make a publication: GRANT CREATE ON DATABASE, or name one that is there.`);
    await refuseTables(client, tables, {
      lacks: "not pg_has_role(current_user, (select relowner from pg_class where oid = to_regclass($1)), 'usage')",
      told: (table) =>
        `${user} does not own ${table} and cannot publish it: let its owner make the publication, and name that.`,
    });
  }
  if (snapshot) {
    await refuseTables(client, tables, {
      lacks: "not has_table_privilege(to_regclass($1), 'select')",
      told: (table) => `${user} may not read ${table}, which the snapshot needs: GRANT SELECT.`,
    });
  }
  return `${user} may follow the changes.`;
}

type Lacking = { lacks: string; told: (table: string) => string };

async function refuseTables(client: pg.Client, tables: readonly string[], { lacks, told }: Lacking): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query(`select ${lacks} as lacks`, [quoteTable(table)]);
    if (rows[0].lacks) throw new Error(told(table));
  }
}
