import type { Ask } from "@/lib/db/ask";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { InstallationHealth } from "@/lib/nouns/health/schemas";
import type { Found } from "@/lib/upkeep/problems/found";

/**
 * What the health of the installation says is not right; of one subject the worst. Full disks are told from memory
 * (`full-disks.ts`): not every copy knows of them.
 */
export function findUnhealthy({ problems }: InstallationHealth): Found[] {
  const worst = new Map<string, Found>();
  for (const { subject, level, title, advice } of problems) {
    const id = `${level} ${subject}`;
    if (subject === "disk" || worst.has(id)) continue;
    worst.set(id, {
      ...OF_INSTALLATION,
      kind: level === "critical" ? "installation_critical" : "installation_warning",
      subjectId: subject,
      subjectName: title,
      cause: advice,
      amount: null,
      since: null,
    });
  }
  return [...worst.values()];
}

const OF_INSTALLATION = { projectId: INSTALLATION, subjectType: "installation" } as const;

/** A day that is tried no more, because it is to stay after all, is not stuck: the others are tried every ten minutes. */
const STUCK = `
select count(*)::int as days, min(since) as since, (array_agg(error order by failed_at desc))[1] as error
from export_failures where failed_at > now() - interval '30 minutes'`;

/** Days past their retention that could not be exported. */
export async function findStuckExports(ask: Ask): Promise<Found[]> {
  type Row = { days: number; since: Date | null; error: string | null };
  const [row] = await ask<Row>({ name: "find_stuck_exports", text: STUCK, values: [] });
  if (!row?.since) return [];
  const subject = { subjectId: "exports", subjectName: "Exports" };
  return [
    {
      ...OF_INSTALLATION,
      kind: "export_stuck",
      ...subject,
      cause: row.error ?? "",
      amount: row.days,
      since: row.since,
    },
  ];
}
