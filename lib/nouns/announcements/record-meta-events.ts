import type { Kysely } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { DB } from "@/lib/db/generated";
import { newId } from "@/lib/kernel/ids";
import type { MetaEventType } from "@/lib/kernel/vocabulary";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { destinationId } from "@/lib/queue/destination";
import { QUEUE_META_EVENTS } from "@/lib/queue/record";
import { WAKE_LANES } from "@/lib/queue/wake";
import { stringifyExact } from "@/lib/wire/exact-json";

export type MetaEventItem = { type: MetaEventType; data: object };

/** Whether a project wants meta events of this type; an empty list of types means all. */
export function wantsMetaEvent(settings: ProjectSettings, type: MetaEventType): boolean {
  const { is_enabled, url, event_type } = settings.meta_event;
  return is_enabled && url !== "" && (event_type.length === 0 || event_type.includes(type));
}

/**
 * Writes meta events and their queue rows in the transaction of their cause, so that neither exists without the other.
 * Types that the project does not want are skipped. `data` must be free of credentials.
 */
export async function recordMetaEvents(
  trx: Kysely<DB>,
  project: { id: string; settings: ProjectSettings },
  at: Date,
  items: readonly MetaEventItem[],
): Promise<void> {
  const wanted = items.filter((item) => wantsMetaEvent(project.settings, item.type));
  if (wanted.length === 0) return;
  const { retry } = project.settings;
  const rows = wanted.map(({ type, data }) => ({
    project_id: project.id,
    id: newId(),
    event_type: type,
    status: "Scheduled" as const,
    description: "Waiting for its first attempt.",
    payload: Buffer.from(stringifyExact({ event_type: type, data })),
    strategy: retry.strategy,
    interval_seconds: retry.interval_seconds,
    max_retry_seconds: retry.max_retry_seconds,
    retry_limit: retry.retry_limit,
    next_send_time: at,
    created_at: at,
    updated_at: at,
  }));
  await trx.insertInto("meta_events").values(rows).execute();
  const ask = askTransaction(trx);
  await ask(QUEUE_META_EVENTS(rows.map(({ id }) => ({ projectId: project.id, id }))));
  await ask(WAKE_LANES([{ projectId: project.id, laneId: destinationId({ kind: "meta", projectId: project.id }) }]));
}
