import type { ProjectContext } from "@/lib/context";
import { invalidFields } from "@/lib/errors";
import { completePubSub } from "@/lib/sources/pub-sub";
import type { PubSub } from "@/lib/sources/pub-sub-schemas";
import { getSourceRow } from "@/lib/sources/queries";
import type { TestConnection } from "@/lib/sources/test-connection-schemas";

/** The broker settings to try: those sent, with stored credentials of `source_id` where they are left as they are. */
export async function completeConnection(ctx: ProjectContext, input: TestConnection): Promise<PubSub> {
  const row = input.source_id === undefined ? null : await getSourceRow(ctx, input.source_id);
  const stored = row?.pub_sub ? (JSON.parse(ctx.box.open(row.pub_sub)) as PubSub) : null;
  const given = input.pub_sub ?? stored;
  if (!given) {
    throw invalidFields([{ path: "pub_sub", message: "Give the broker to try, or the id of a source that has one." }]);
  }
  const { pubSub, errors } = completePubSub(given, stored);
  if (errors.length > 0) throw invalidFields(errors);
  return pubSub;
}
