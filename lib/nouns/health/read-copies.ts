import type pg from "pg";
import type { CopyRole } from "@/lib/kernel/vocabulary";
import { ClaimCost, type CopyHealth } from "@/lib/nouns/health/schemas";
import { THRESHOLDS } from "@/lib/nouns/health/thresholds";

/**
 * Every copy that said lately that it runs. One that delivers says so in two places, and both count: a worker that others
 * found dead, or that no longer holds its leases, is silent although its process may still write here.
 */
const COPIES = `
select coalesce(c.name, w.name) as name, c.role, c.version, c.claims, coalesce(c.started_at, w.started_at) as "startedAt",
  least(c.seen_at, w.seen_at) as "seenAt",
  least(c.seen_at, w.seen_at) < now() - interval '${THRESHOLDS.silentSeconds} seconds'
    or (c.worker_id is not null and w.id is null) as "isSilent"
from copies c full join workers w on w.id = c.worker_id
order by "isSilent" desc, "startedAt"`;

type Row = {
  name: string;
  role: CopyRole | null;
  version: string | null;
  claims: unknown;
  startedAt: Date;
  seenAt: Date;
  isSilent: boolean;
};

export async function readCopies(client: pg.PoolClient): Promise<CopyHealth[]> {
  const { rows } = await client.query<Row>(COPIES);
  return rows.map(({ startedAt, seenAt, isSilent, claims, ...row }) => ({
    ...row,
    state: isSilent ? "silent" : "running",
    started_at: startedAt.toISOString(),
    seen_at: seenAt.toISOString(),
    // The claims of a copy of another version may have another shape.
    claims: ClaimCost.safeParse(claims).data ?? null,
  }));
}
