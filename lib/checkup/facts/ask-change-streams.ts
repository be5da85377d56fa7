import { sql, type Transaction } from "kysely";
import type { Parts } from "@/lib/checkup/facts/facts";
import { openIfPossible } from "@/lib/checkup/facts/read-content";
import type { DB } from "@/lib/db/generated";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { checkChangeStream } from "@/lib/feeds/change-stream/check";
import type { Env } from "@/lib/kernel/env";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";

/** As many databases are asked, one after another. */
const MOST = 5;

export type Follower = { id: string; name: string; settings: DbChangeStream };

/** The sources that follow a database and are not connected to it now: that a connected one may is proved. */
export async function findUnconnected(trx: Transaction<DB>, box: SecretBox): Promise<Follower[]> {
  const { rows } = await sql<{ id: string; name: string; sealed: string }>`
    select s.id, s.name, s.db_change_stream as sealed
    from sources s
    join projects p on p.id = s.project_id and p.deleted_at is null and p.archived_at is null
    left join source_consumers c on c.project_id = s.project_id and c.source_id = s.id
    where s.type = 'db_change_stream' and s.deleted_at is null and not s.is_disabled and s.db_change_stream is not null
      and not coalesce(c.state = 'connected' and c.lease_until > now(), false)
    order by s.id limit ${sql.lit(MOST)}`.execute(trx);
  return rows.flatMap(({ sealed, ...source }) => {
    const text = openIfPossible(box, sealed);
    return text === null ? [] : [{ ...source, settings: JSON.parse(text) as DbChangeStream }];
  });
}

/** Walks to those databases as *test connection* does, and tells where that ends. */
export async function askChangeStreams(
  followers: readonly Follower[],
  env: Env,
  over: AbortSignal,
): Promise<Parts["change streams"]> {
  const guard = createAddressGuard(env.HOOKYARD_EGRESS_ALLOW, env.HOOKYARD_EGRESS_PROXY ?? null);
  const found: { name: string; problem: string }[] = [];
  for (const { id, name, settings } of followers) {
    if (over.aborted) break;
    const checks = await checkChangeStream(settings, guard, id);
    const failed = checks.find(({ ok }) => !ok);
    if (failed) found.push({ name, problem: failed.message });
  }
  return found;
}
