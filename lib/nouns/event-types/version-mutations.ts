import type { Transaction } from "kysely";
import { nameOf } from "@/lib/db/actor-name";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { newId } from "@/lib/kernel/ids";
import { type Content, findContentChanges, isSameContent } from "@/lib/nouns/event-types/content";

/** How many versions of an event type are kept: the latest. */
export const MAX_VERSIONS = 100;

type Saving = {
  readonly eventTypeId: string;
  /** null of a type that is created. */
  readonly before: Content | null;
  readonly after: Content;
  readonly note?: string | undefined;
};

/**
 * Keeps what an event type becomes as its next version, if it is another than before. Returns the number of the version
 * that is current from now on. The caller has locked the type's row, and writes it.
 */
export async function keepVersion(trx: Transaction<DB>, ctx: ProjectContext, saving: Saving): Promise<number> {
  const { eventTypeId, before, after, note = "" } = saving;
  const { number, content } = await catchUp(trx, ctx, eventTypeId, before);
  if (content && isSameContent(content, after)) return number;
  const changes = content ? findContentChanges(content, after) : [];
  await trx
    .insertInto("event_type_versions")
    .values({
      project_id: ctx.projectId,
      event_type_id: eventTypeId,
      id: newId(),
      number: number + 1,
      ...after,
      note,
      changes: JSON.stringify(changes),
      saved_by: nameOf(ctx.actor),
      saved_at: ctx.clock.now(),
    })
    .execute();
  await trx
    .deleteFrom("event_type_versions")
    .where("project_id", "=", ctx.projectId)
    .where("event_type_id", "=", eventTypeId)
    .where("number", "<=", number + 1 - MAX_VERSIONS)
    .execute();
  return number + 1;
}

type Latest = { number: number; content: Content | null };

/**
 * The latest version. What a copy of an older program has saved during a rolling upgrade has none yet: it becomes one
 * now, of nobody known.
 */
async function catchUp(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  eventTypeId: string,
  present: Content | null,
): Promise<Latest> {
  const latest = await trx
    .selectFrom("event_type_versions")
    .select(["number", "description", "example", "json_schema"])
    .where("project_id", "=", ctx.projectId)
    .where("event_type_id", "=", eventTypeId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  if (present === null || (latest && isSameContent(latest, present))) {
    return { number: latest?.number ?? 0, content: latest ?? null };
  }
  const { description, example, json_schema } = present;
  const number = (latest?.number ?? 0) + 1;
  await trx
    .insertInto("event_type_versions")
    .values({
      project_id: ctx.projectId,
      event_type_id: eventTypeId,
      id: newId(),
      number,
      description,
      example,
      json_schema,
      note: "",
      changes: JSON.stringify(latest ? findContentChanges(latest, present) : []),
    })
    .execute();
  return { number, content: present };
}
