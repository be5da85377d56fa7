import type { Selectable } from "kysely";
import type { FunctionVersions } from "@/lib/db/generated";
import type { FunctionVersion, FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export type FunctionVersionRow = Selectable<FunctionVersions>;

export function toFunctionVersion(row: FunctionVersionRow): FunctionVersion {
  return { ...toFunctionVersionSummary(row), code: row.code };
}

export function toFunctionVersionSummary(row: Omit<FunctionVersionRow, "code">): FunctionVersionSummary {
  const isOfSubscription = row.field === "function";
  return {
    uid: row.id,
    subscription_id: isOfSubscription ? row.owner_id : null,
    source_id: isOfSubscription ? null : row.owner_id,
    field: row.field,
    number: row.number,
    is_current: row.replaced_at === null,
    saved_by: row.saved_by,
    saved_at: toTimestamp(row.saved_at),
    replaced_at: toTimestamp(row.replaced_at),
  };
}
