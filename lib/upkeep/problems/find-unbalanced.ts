import type { Ask } from "@/lib/db/ask";
import { INSTALLATION } from "@/lib/kernel/installation";
import { sayCount } from "@/lib/nouns/health/words";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

const UNBALANCED = `
select d.project_id, p.name, d.accepted, d.delivered, d.waiting, d.failed, d.discarded, d.since,
  d.accepted - d.delivered - d.waiting - d.failed - d.discarded as missing
from ledger_differences d join projects p on p.id = d.project_id and p.deleted_at is null`;

type Row = {
  project_id: string;
  name: string;
  accepted: number;
  delivered: number;
  waiting: number;
  failed: number;
  discarded: number;
  missing: number;
  since: Date;
};

/** What a column of problems can hold. */
const MOST = 2_147_483_647;

/** Projects whose ledger did not balance when it was last compared. */
export async function findUnbalanced(ask: Ask, thresholds: Thresholds): Promise<Found[]> {
  const threshold = thresholds.of("ledger_unbalanced", INSTALLATION);
  const rows = await ask<Row>({ name: "find_unbalanced_ledgers", text: UNBALANCED, values: [] });
  return rows.flatMap((row) => {
    const amount = Math.min(MOST, Math.abs(row.missing));
    if (threshold === null || amount < threshold) return [];
    const subject = { subjectType: "installation", subjectId: row.project_id, subjectName: row.name } as const;
    return [
      {
        projectId: INSTALLATION,
        kind: "ledger_unbalanced",
        ...subject,
        cause: sayCause(row),
        amount,
        since: row.since,
      },
    ];
  });
}

function sayCause({ accepted, delivered, waiting, failed, discarded, missing }: Row): string {
  const parts = Object.entries({ delivered, waiting, failed, discarded });
  const sum = parts.map(([name, count]) => `${sayCount(count)} ${name}`).join(", ");
  const difference = `${sayCount(Math.abs(missing))} ${missing > 0 ? "missing" : "too many"}`;
  return `${sayCount(accepted)} accepted; ${sum}: ${difference}. The project's Ledger says at which endpoints.`;
}
