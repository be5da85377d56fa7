import { sql } from "kysely";
import { amongIds } from "@/lib/db/id-range";
import type { ReadContext } from "@/lib/db/read-context";
import { invalidFields } from "@/lib/kernel/errors";

const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/**
 * Refuses to read the payloads of many rows if they exceed what one answer should contain; the payload of one row can
 * always be read. Checks sizes without reading the bytes.
 */
export async function refuseTooMuch(
  ctx: ReadContext,
  table: "events" | "event_deliveries",
  ids: readonly string[],
): Promise<void> {
  if (ids.length < 2) return;
  const { bytes } = await ctx.db
    .selectFrom(table)
    .select(sql<number>`coalesce(sum(octet_length(payload)), 0)::bigint`.as("bytes"))
    .where("project_id", "=", ctx.projectId)
    .where(amongIds("id", ids))
    .executeTakeFirstOrThrow();
  if (bytes <= MAX_PAGE_BYTES) return;
  const message = `The payloads of these rows are ${megabytes(bytes)} MiB, more than the ${megabytes(MAX_PAGE_BYTES)} MiB of one answer. Ask for fewer rows, or for view=summary.`;
  throw invalidFields([{ path: "perPage", message }]);
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / (1024 * 1024));
}
