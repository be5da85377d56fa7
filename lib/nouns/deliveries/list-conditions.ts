import { type RawBuilder, sql } from "kysely";
import { allOf, withinDates } from "@/lib/db/id-range";
import { type Window, withinWindow } from "@/lib/db/id-windows";
import { type Slice, withinSlice } from "@/lib/db/keyset";
import { amongTexts, matchesPattern } from "@/lib/db/text-match";
import { DELIVERY_STATUSES, type DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { isOwned } from "@/lib/nouns/deliveries/find-owned";

/** What is read of the list of deliveries at once. */
export type Asked = {
  projectId: string;
  query: DeliveryFilter;
  slice: Slice;
  window: Window;
  /** All possible event types; null if they are not known. */
  types: string[] | null;
  /** The subscriptions that stand for the wanted sources; null if their events must be asked. */
  subscriptions: string[] | null;
  hasSuccess: boolean;
};

/** A leased row of the queue is being sent; an expired lease is a dead worker's. */
export const IS_LEASED = sql.raw("(q.lease is not null and q.due_at > now())");

/** One lookup per shown row. An `exists` would be planned as one reading of all leased rows. */
export const SHOWN_STATUS = sql`case when d.status in ('Scheduled', 'Retry') and (
  select ${IS_LEASED} from delivery_queue q where q.project_id = d.project_id and q.delivery_id = d.id
) then 'Processing' else d.status end`;

/** Whether a row is shown with one of these statuses; asks the queue only if the stored status does not decide. */
export function isShownAs(wanted: ReadonlySet<DeliveryStatus>): RawBuilder<boolean> {
  const told: DeliveryStatus[] = (["Success", "Failure", "Discarded"] as const).filter((status) => wanted.has(status));
  const asked: DeliveryStatus[] = [];
  for (const status of ["Scheduled", "Retry"] as const) {
    if (wanted.has(status) && wanted.has("Processing")) told.push(status);
    else if (wanted.has(status) || wanted.has("Processing")) asked.push(status);
  }
  const isTold = sql<boolean>`d.status = any(${told}::text[])`;
  if (asked.length === 0) return isTold;
  return sql<boolean>`(${isTold} or (d.status = any(${asked}::text[]) and ${SHOWN_STATUS} = any(${[...wanted]}::text[])))`;
}

/** The statuses that a filter can find: a success did not fail at last, and nothing else has a latency. */
export function findStatuses({ status, code, minLatency, maxLatency }: DeliveryFilter): Set<DeliveryStatus> {
  const wanted = new Set<DeliveryStatus>(status.length === 0 ? DELIVERY_STATUSES : status);
  if (code.length > 0) wanted.delete("Success");
  if (minLatency === undefined && maxLatency === undefined) return wanted;
  return new Set(wanted.has("Success") ? ["Success"] : []);
}

/** All filters except the status. */
export function toFilters(asked: Asked): RawBuilder<boolean> {
  const { query, slice, window } = asked;
  const { endpointId, deviceId, eventId, idempotencyKey, subscriptionId, incidentId, externalId } = query;
  const filters = [withinSlice("d.id", slice), withinDates("d.id", query), withinWindow("d.id", window)];
  if (endpointId.length > 0) filters.push(sql<boolean>`d.endpoint_id = any(${endpointId}::uuid[])`);
  if (deviceId.length > 0) filters.push(sql<boolean>`d.device_id = any(${deviceId}::uuid[])`);
  if (eventId) filters.push(sql<boolean>`d.event_id = ${eventId}`);
  if (subscriptionId) filters.push(sql<boolean>`d.subscription_id = ${subscriptionId}`);
  if (incidentId) filters.push(isOfIncident(incidentId));
  if (idempotencyKey) filters.push(sql<boolean>`d.idempotency_key = ${idempotencyKey}`);
  if (query.tag.length > 0) filters.push(sql<boolean>`d.tags @> ${query.tag}::text[]`);
  if (externalId) filters.push(sql<boolean>`d.external_id = ${externalId}`);
  return allOf([...filters, ...ofType(asked), ...ofSources(asked), ...ofOwned(query), ...ofOutcome(query)]);
}

/** One lookup per row. An `exists` would be planned as one reading of all deliveries of the incident. */
function isOfIncident(incidentId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    select true from incident_deliveries i
    where i.project_id = d.project_id and i.incident_id = ${incidentId} and i.delivery_id = d.id
  )`;
}

function ofType({ query: { event_type }, types }: Asked): RawBuilder<boolean>[] {
  if (!event_type) return [];
  const matches = matchesPattern("d.event_type", event_type);
  return event_type.endsWith("*") && types ? [matches, amongTexts("d.event_type", types)] : [matches];
}

function ofSources({ query: { sourceId }, subscriptions }: Asked): RawBuilder<boolean>[] {
  if (sourceId.length === 0) return [];
  const [only] = subscriptions ?? [];
  if (subscriptions?.length === 1) return [sql<boolean>`d.subscription_id = ${only}`];
  if (subscriptions) return [sql<boolean>`d.subscription_id = any(${subscriptions}::uuid[])`];
  return [
    sql<boolean>`(
      select e.source_id from events e where e.project_id = d.project_id and e.id = d.event_id
    ) = any(${sourceId}::uuid[])`,
  ];
}

/** The condition on an owner, or on tags, whose endpoints are too many to be named. */
function ofOwned({ ownerId, endpointTag }: DeliveryFilter): RawBuilder<boolean>[] {
  if (ownerId === undefined && endpointTag.length === 0) return [];
  return [
    sql<boolean>`(
      select ${isOwned({ ownerId, endpointTag })} from endpoints p
      where p.project_id = d.project_id and p.id = d.endpoint_id
    )`,
  ];
}

function ofOutcome({ code, ...query }: DeliveryFilter): RawBuilder<boolean>[] {
  const { minAttempts, maxAttempts, minLatency, maxLatency } = query;
  return [
    ...(code.length > 0 ? [hasFailedWith(code)] : []),
    ...(minAttempts === undefined ? [] : [sql<boolean>`d.num_trials >= ${minAttempts}`]),
    ...(maxAttempts === undefined ? [] : [sql<boolean>`d.num_trials <= ${maxAttempts}`]),
    ...(minLatency === undefined ? [] : [sql<boolean>`d.latency_seconds >= ${minLatency}`]),
    ...(maxLatency === undefined ? [] : [sql<boolean>`d.latency_seconds <= ${maxLatency}`]),
  ];
}

function hasFailedWith(codes: readonly string[]): RawBuilder<boolean> {
  const pattern = `^(${codes.map((code) => code.replace("xx", "\\d\\d")).join("|")})$`;
  return sql<boolean>`split_part(d.trait, ' ', 2) ~ ${pattern}`;
}
