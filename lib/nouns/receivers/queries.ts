import type { Kysely, Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Receivers } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { containsText } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import { toReceivedRequest, toReceiver } from "@/lib/nouns/receivers/presenters";
import type { ListReceivedRequests, ListReceivers, ReceivedRequest, Receiver } from "@/lib/nouns/receivers/schemas";
import type { Page } from "@/lib/wire/fields";

/** Lists the receivers that have not ended. */
export async function listReceivers(ctx: ProjectContext, query: ListReceivers): Promise<Page<Receiver>> {
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("receivers")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("expires_at", ">", ctx.clock.now())
      .where(withinSlice("id", slice));
    if (query.q) rows = rows.where(containsText("name", query.q));
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(
    page,
    page.content.map((row) => toReceiver(row, ctx)),
  );
}

export async function getReceiver(ctx: ProjectContext, id: string): Promise<Receiver> {
  return toReceiver(await getReceiverRow(ctx.db, ctx, id), ctx);
}

/** Reads a stored receiver, on request locked for a change. Throws not found if it was deleted or has ended. */
export async function getReceiverRow(
  db: Kysely<DB>,
  { projectId, clock }: Pick<ProjectContext, "projectId" | "clock">,
  id: string,
  { lock = false } = {},
): Promise<Selectable<Receivers>> {
  const query = db
    .selectFrom("receivers")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("expires_at", ">", clock.now());
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("receiver");
  return row;
}

/** Lists what arrived. Throws not found as `getReceiver` does. */
export async function listReceivedRequests(
  ctx: ProjectContext,
  receiverId: string,
  query: ListReceivedRequests,
): Promise<Page<ReceivedRequest>> {
  await getReceiverRow(ctx.db, ctx, receiverId);
  const page = await readPage(query, (slice) =>
    ctx.db
      .selectFrom("receiver_requests")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("receiver_id", "=", receiverId)
      .where(withinSlice("id", slice))
      .orderBy("id", sliceOrder(slice))
      .limit(slice.limit)
      .execute(),
  );
  return withContent(page, page.content.map(toReceivedRequest));
}
