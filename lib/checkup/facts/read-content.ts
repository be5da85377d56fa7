import { type Kysely, sql, type Transaction } from "kysely";
import type { Alerting, Consumed, Parts } from "@/lib/checkup/facts/facts";
import { tellByBaseline } from "@/lib/db/baseline";
import { mayRunBeside, type Unknown } from "@/lib/db/beside";
import type { DB } from "@/lib/db/generated";
import { listMigrations } from "@/lib/db/migration-files";
import { soleRow } from "@/lib/db/sole-row";
import type { Env } from "@/lib/kernel/env";
import { INSTALLATION } from "@/lib/kernel/installation";
import { placeOfKeys } from "@/lib/kernel/master-keys";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { readRunningKeys } from "@/lib/keys/running-keys";
import { findKeyUses } from "@/lib/keys/sealed-columns";
import { kindsOf } from "@/lib/nouns/alert-rules/rules";
import { readCertificates } from "@/lib/nouns/endpoints/read-certificates";
import type { EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";

/** The most rows that are read: so many tell what is wrong with all. */
const MOST = 1_000;

type Trx = Transaction<DB>;

/** Runs a look at the content in a transaction that can change nothing, and that the server ends as well. */
export function readOnly<T>(db: Kysely<DB>, patienceMs: number, read: (trx: Trx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode("read only")
    .execute(async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(patienceMs)}`.execute(trx);
      return read(trx);
    });
}

/** Compares the database's migrations with this program's. */
export async function readSchema(trx: Trx): Promise<Parts["schema"]> {
  const files = await listMigrations();
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('schema_migrations') is not null as there`.execute(trx);
  if (!rows[0]?.there) return { isEmpty: true, pending: files, unknown: [], isAllowed: false };
  // A database that no copy of this version has started on has no column `beside`.
  const { rows: applied } = await sql<Unknown>`
    select name, to_jsonb(m) ->> 'beside' as beside from schema_migrations m order by name`.execute(trx);
  const names = applied.map(({ name }) => name);
  const present = tellByBaseline(names, files);
  if (present === null) return { isEmpty: false, pending: files, unknown: [], isAllowed: false };
  const pending = files.filter((file) => !present.includes(file));
  const unknown = applied.filter(({ name }) => present.includes(name) && !files.includes(name));
  return {
    isEmpty: false,
    pending,
    unknown: unknown.map(({ name }) => name),
    isAllowed: pending.length === 0 && mayRunBeside(unknown),
  };
}

/** Which keys are still needed and not here, and how many running copies encrypt with another one. */
export async function readKeys(trx: Trx, box: SecretBox, env: Env): Promise<Parts["keys"]> {
  const { keyIds } = box;
  const known = (await trx.selectFrom("master_keys").select("id").execute()).map(({ id }) => id);
  const uses = await findKeyUses(
    trx,
    known.filter((id) => !keyIds.includes(id)),
  );
  const running = await readRunningKeys(trx);
  return {
    place: placeOfKeys(env),
    missing: uses.filter(({ keyId }) => !keyIds.includes(keyId)),
    configured: keyIds.length,
    otherCopies: running.filter(([first]) => first !== undefined && first !== keyIds[0]).length,
  };
}

export async function readOwner(trx: Trx): Promise<Parts["owner"]> {
  const owner = await trx
    .selectFrom("users")
    .select("id")
    .where("is_owner", "=", true)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return { exists: owner !== undefined };
}

/** The sources that a copy has in its hands, and how that goes. */
export async function readSources(trx: Trx): Promise<Consumed[]> {
  return trx
    .selectFrom("source_consumers as c")
    .innerJoin("sources as s", (join) =>
      join.onRef("s.project_id", "=", "c.project_id").onRef("s.id", "=", "c.source_id"),
    )
    .innerJoin("projects as p", "p.id", "s.project_id")
    .select(["s.name", "p.name as project", "c.state", "c.failures", "c.last_error as error"])
    .where("s.deleted_at", "is", null)
    .where("p.deleted_at", "is", null)
    .where("s.is_disabled", "=", false)
    .where("c.worker_id", "is not", null)
    .where("c.lease_until", ">", sql<Date>`now()`)
    .orderBy("s.name")
    .limit(MOST)
    .execute();
}

/** The certificates of endpoints. Those that no key here opens are told by the keys. */
export async function readEndpointCertificates(trx: Trx, box: SecretBox): Promise<Parts["certificates"]> {
  const rows = await trx
    .selectFrom("endpoints as e")
    .innerJoin("projects as p", "p.id", "e.project_id")
    .select(["e.name", "e.tls"])
    .where("e.tls", "is not", null)
    .where("e.deleted_at", "is", null)
    .where("p.deleted_at", "is", null)
    .limit(MOST)
    .execute();
  return rows.flatMap(({ name, tls }) => {
    const text = tls === null ? null : openIfPossible(box, tls);
    if (text === null) return [];
    return readCertificates(JSON.parse(text) as EndpointTls).map((one) => ({ ...one, endpoint: name }));
  });
}

export async function readSupportEmails(trx: Trx): Promise<Parts["support e-mails"]> {
  const { rows } = await sql<{ endpoints: number }>`
    select count(*) as endpoints from endpoints e join projects p on p.id = e.project_id
    where e.support_email <> '' and e.deleted_at is null and p.deleted_at is null`.execute(trx);
  return { endpoints: rows[0]?.endpoints ?? 0 };
}

/** Rules that nobody has touched have no row, and are on. */
export async function readAlerting(trx: Trx): Promise<Parts["alerting"]> {
  const { rows } = await sql<Alerting>`
    with disabled as (select project_id, count(*) as rules from alert_rules where not is_enabled group by 1)
    select
      (select count(*) from endpoints e join projects p on p.id = e.project_id
       where e.deleted_at is null and p.deleted_at is null)
      + (select count(*) from sources s join projects p on p.id = s.project_id
       where s.deleted_at is null and p.deleted_at is null) as watched,
      exists (
        select 1 from projects p left join disabled d on d.project_id = p.id
        where p.deleted_at is null and coalesce(d.rules, 0) < ${kindsOf("project").length}
      ) or not exists (
        select from disabled where project_id = ${INSTALLATION}::uuid and rules >= ${kindsOf("installation").length}
      ) as "hasRules",
      coalesce(sum(ways) filter (where not by_mail), 0)::int as routes,
      coalesce(sum(ways) filter (where by_mail), 0)::int as "byMail"
    from (
      select r.type = 'email' as by_mail, count(*) as ways from alert_routes r left join projects p on p.id = r.project_id
      where r.is_enabled and p.deleted_at is null group by 1
      union all select by_mail, count(*) from endpoints e join projects p on p.id = e.project_id
      cross join lateral (values (false, e.sealed_chat_webhook_url), (true, nullif(e.support_email, ''))) way(by_mail, address)
      where address is not null and e.deleted_at is null and p.deleted_at is null group by 1
    ) told`.execute(trx);
  return soleRow(rows);
}

export function openIfPossible(box: SecretBox, sealed: string): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}
