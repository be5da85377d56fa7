import type { Transaction } from "kysely";
import type { DB } from "@/lib/db/generated";
import { distinct } from "@/lib/kernel/distinct";
import type { MetaEventType } from "@/lib/kernel/vocabulary";
import { recordMetaEvents, wantsMetaEvent } from "@/lib/nouns/announcements/record-meta-events";
import { notifyAll } from "@/lib/nouns/endpoints/notify";
import { listIncidentsById } from "@/lib/nouns/incidents/queries";
import { adviceOf, titleOf } from "@/lib/nouns/incidents/words";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { State } from "@/lib/upkeep/incidents/fold";
import type { Named } from "@/lib/upkeep/incidents/statements";

type Announced = { readonly project_id: string; readonly id: string };

/** Records a meta event for each of these incidents, as they are now, in the transaction of what they tell. */
export async function announceIncidents(
  trx: Transaction<DB>,
  type: Extract<MetaEventType, `incident.${string}`>,
  incidents: readonly Announced[],
  now: Date,
): Promise<void> {
  if (incidents.length === 0) return;
  const projects = await trx
    .selectFrom("projects")
    .select(["id", "settings"])
    .where("id", "in", distinct(incidents.map(({ project_id }) => project_id)))
    .execute();
  for (const { id, settings } of projects) {
    const project = { id, settings: ProjectSettings.parse(settings) };
    if (!wantsMetaEvent(project.settings, type)) continue;
    const ids = incidents.filter(({ project_id }) => project_id === id).map((incident) => incident.id);
    const presented = await listIncidentsById({ db: trx, projectId: id, now }, ids);
    await recordMetaEvents(
      trx,
      project,
      now,
      presented.map((data) => ({ type, data })),
    );
  }
}

/**
 * Tells the people behind an endpoint once that it fails: not for a further cause, and not if its circuit breaker has
 * told them already.
 */
export async function tellPeople(
  trx: Transaction<DB>,
  opened: readonly State[],
  named: readonly Named[],
): Promise<void> {
  const names = new Map(named.map((one) => [one.endpointId, one]));
  const firstOf = new Map(opened.map((incident) => [incident.endpoint_id, incident]));
  const notices = [...firstOf.values()].flatMap((incident) => {
    const endpoint = names.get(incident.endpoint_id);
    if (!endpoint || endpoint.isHeld || endpoint.isAnnounced) return [];
    const reason = `${titleOf(incident, endpoint.name)}. ${adviceOf(incident)}`;
    return [{ projectId: incident.project_id, endpointId: incident.endpoint_id, kind: "incident" as const, reason }];
  });
  if (notices.length > 0) await notifyAll(trx, notices);
}
