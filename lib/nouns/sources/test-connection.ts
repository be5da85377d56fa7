import type { ProjectContext } from "@/lib/db/context";
import { invalidFields } from "@/lib/kernel/errors";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import { CONSUMED_TYPES, type ConsumedType, completeSettings, type SourceSettings } from "@/lib/nouns/sources/settings";
import type { TestConnection } from "@/lib/nouns/sources/test-connection-schemas";

/** The complete settings of a source of one type. */
export type Connection = {
  [T in ConsumedType]: { type: T; settings: SourceSettings[T]; sourceId: string | null };
}[ConsumedType];

/** The settings to test: those sent, with the stored credentials of `source_id` where they are unchanged. */
export async function completeConnection(ctx: ProjectContext, input: TestConnection): Promise<Connection> {
  const row = input.source_id === undefined ? null : await getSourceRow(ctx, input.source_id);
  const given = CONSUMED_TYPES.filter((type) => input[type] !== undefined);
  const type = given[0] ?? CONSUMED_TYPES.find((one) => row?.[one]);
  if (given.length > 1 || type === undefined) {
    const message = `Give the settings to try as one of ${CONSUMED_TYPES.join(", ")}, or the id of a source that has some.`;
    throw invalidFields([{ path: given[1] ?? "pub_sub", message }]);
  }
  const settings = complete(ctx, type, input[type], row?.[type] ?? null);
  return { type, settings, sourceId: row?.id ?? null } as Connection;
}

function complete<T extends ConsumedType>(
  ctx: ProjectContext,
  type: T,
  given: SourceSettings[T] | undefined,
  sealed: string | null,
): SourceSettings[T] {
  const stored = sealed === null ? null : (JSON.parse(ctx.box.open(sealed)) as SourceSettings[T]);
  const { value, errors } = completeSettings(type, (given ?? stored) as SourceSettings[T], stored, ctx.checkOrigin);
  if (errors.length > 0) throw invalidFields(errors);
  return value;
}
