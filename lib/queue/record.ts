import {
  bigint,
  bool,
  bytes,
  float,
  type Given,
  insertInto,
  int,
  json,
  statement,
  text,
  texts,
  uuid,
  uuids,
  word,
} from "@/lib/db/statement";
import { idTimeMs } from "@/lib/kernel/ids";
import { countDeliveries, countEvents } from "@/lib/queue/counts";
import { destinationId, deviceIdOf, endpointIdOf } from "@/lib/queue/destination";
import { leaseUntil } from "@/lib/queue/lease";
import type { Recording } from "@/lib/queue/recording";
import { firstChange } from "@/lib/queue/transition";

/**
 * Writes a batch in one round trip and one transaction: events, deliveries, queue rows, the inbox and the counters.
 * Writes nothing and returns `fresh: false` if a project's configuration is newer than the one that planned the batch.
 */
export const RECORD = statement("record", (given: Given<Recording>) => {
  const seen = given
    .rows(({ guards }) => guards)
    .as("seen", {
      id: uuid((guard) => guard.projectId),
      version: bigint((guard) => guard.version),
    });
  const workerId = given.value("uuid", (recording) => recording.workerId);
  const e = given
    .rows(({ events }) => events)
    .as("e", {
      project_id: uuid((event) => event.projectId),
      id: uuid((event) => event.id),
      source_id: uuid((event) => event.sourceId),
      event_type: text((event) => event.eventType),
      status: word((event) => event.status),
      reason: text((event) => event.reason?.message ?? null),
      code: word((event) => event.reason?.code ?? null),
      key: text((event) => event.idempotencyKey),
      is_duplicate: bool((event) => event.isDuplicate),
      target: json((event) => event.target),
      endpoints: uuids((event) => event.endpoints),
      headers: json((event) => event.headers),
      query: text((event) => event.urlQueryParams),
      path: text((event) => event.path),
      payload: bytes((event) => event.payload),
      versions: uuids((event) => event.functionVersions),
      deliver_at: float((event) => toSeconds(event.deliverAt)),
      external_id: text((event) => event.labels?.externalId ?? null),
      metadata: json((event) => event.labels?.metadata ?? null),
      tags: texts((event) => event.labels?.tags ?? null),
      made_at: float((event) => idTimeMs(event.id) / 1_000),
    });
  const d = given
    .rows(({ deliveries }) => deliveries)
    .as("d", {
      project_id: uuid((delivery) => delivery.projectId),
      id: uuid((delivery) => delivery.id),
      event_id: uuid((delivery) => delivery.eventId),
      endpoint_id: uuid(({ destination }) => endpointIdOf(destination)),
      device_id: uuid(({ destination }) => deviceIdOf(destination)),
      lane_id: uuid(({ cause, laneId }) => (firstChange(cause).queue === "enters" ? laneId : null)),
      is_leased: bool((delivery) => delivery.isLeased),
      subscription_id: uuid((delivery) => delivery.subscriptionId),
      event_type: text((delivery) => delivery.eventType),
      key: text((delivery) => delivery.idempotencyKey),
      status: word(({ cause }) => firstChange(cause).status),
      dead: word(({ cause }) => firstChange(cause).dead),
      description: text((delivery) => delivery.description),
      query: text((delivery) => delivery.urlQueryParams),
      headers: json((delivery) => delivery.headers),
      payload: bytes((delivery) => delivery.payload),
      versions: uuids((delivery) => delivery.functionVersions),
      strategy: word((delivery) => delivery.retry.strategy),
      interval: int((delivery) => delivery.retry.intervalSeconds),
      max_retry: int((delivery) => delivery.retry.maxRetrySeconds),
      retry_limit: int((delivery) => delivery.retry.retryLimit),
      deliver_at: float((delivery) => toSeconds(delivery.deliverAt)),
      external_id: text((delivery) => delivery.labels?.externalId ?? null),
      tags: texts((delivery) => delivery.labels?.tags ?? null),
      made_at: float((delivery) => idTimeMs(delivery.id) / 1_000),
    });
  const counted = given
    .rows(({ deliveries }) => countDeliveries(deliveries))
    .as("c", {
      project_id: uuid(({ key }) => key.projectId),
      destination_id: uuid(({ key }) => key.destinationId),
      subscription_id: uuid(({ key }) => key.subscriptionId),
      minute: float(({ key }) => key.minute),
      deliveries: int(({ counts }) => counts.deliveries),
      discarded: int(({ counts }) => counts.discarded),
    });
  const countedEvents = given
    .rows(({ events }) => countEvents(events))
    .as("c", {
      project_id: uuid(({ key }) => key.projectId),
      source_id: uuid(({ key }) => key.sourceId),
      minute: float(({ key }) => key.minute),
      accepted: int(({ counts }) => counts.accepted),
      duplicates: int(({ counts }) => counts.duplicates),
      discarded: int(({ counts }) => counts.discarded),
      failed: int(({ counts }) => counts.failed),
    });
  return `
with guard as (
  select not exists (
    select 1 from ${seen}
    where (
      select config_version = coalesce(seen.version, case when archived_at is null then config_version end)
      from projects where id = seen.id and deleted_at is null
    ) is not true
  ) as fresh
), e as materialized (
  select * from ${e}
), d as materialized (
  select * from ${d}
), new_events as (
  ${insertInto("events", {
    project_id: "e.project_id",
    id: "e.id",
    source_id: "e.source_id",
    event_type: "e.event_type",
    status: "e.status",
    status_reason: "e.reason",
    status_code: "e.code",
    idempotency_key: "e.key",
    is_duplicate_event: "e.is_duplicate",
    target: "e.target::jsonb",
    endpoints: "e.endpoints::uuid[]",
    headers: "e.headers::json",
    url_query_params: "e.query",
    path: "e.path",
    payload: e.bytes("payload"),
    function_versions: "e.versions::uuid[]",
    deliver_at: "to_timestamp(e.deliver_at)",
    external_id: "e.external_id",
    metadata: "e.metadata::jsonb",
    tags: "e.tags::text[]",
    acknowledged_at: "now()",
    created_at: "to_timestamp(e.made_at)",
    updated_at: "to_timestamp(e.made_at)",
  })}
  from guard, e where guard.fresh
), new_deliveries as (
  ${insertInto("event_deliveries", {
    project_id: "d.project_id",
    id: "d.id",
    event_id: "d.event_id",
    endpoint_id: "d.endpoint_id",
    device_id: "d.device_id",
    subscription_id: "d.subscription_id",
    event_type: "d.event_type",
    idempotency_key: "d.key",
    status: "d.status",
    dead: "d.dead",
    description: "d.description",
    url_query_params: "d.query",
    headers: "d.headers::json",
    payload: d.bytes("payload"),
    function_versions: "d.versions::uuid[]",
    strategy: "d.strategy",
    interval_seconds: "d.interval",
    max_retry_seconds: "d.max_retry",
    retry_limit: "d.retry_limit",
    next_send_time: "case when d.lane_id is not null then to_timestamp(coalesce(d.deliver_at, d.made_at)) end",
    deliver_at: "to_timestamp(d.deliver_at)",
    external_id: "d.external_id",
    tags: "d.tags::text[]",
    acknowledged_at: "now()",
    created_at: "to_timestamp(d.made_at)",
    updated_at: "to_timestamp(d.made_at)",
  })}
  from guard, d where guard.fresh
), queued as (
  ${insertInto("delivery_queue", {
    project_id: "d.project_id",
    delivery_id: "d.id",
    kind: "'delivery'",
    lane_id: "d.lane_id",
    destination_id: "coalesce(d.endpoint_id, d.device_id)",
    event_id: "d.event_id",
    due_at: `case when d.is_leased then ${leaseUntil} else greatest(now(), to_timestamp(d.deliver_at)) end`,
    not_before: "to_timestamp(d.deliver_at)",
    lease: `case when d.is_leased then ${workerId} end`,
  })}
  from guard, d where guard.fresh and d.lane_id is not null
), inbox as (
  ${insertInto("routing_queue", { project_id: "e.project_id", event_id: "e.id", due_at: "now()" })}
  from guard, e where guard.fresh and e.status = 'Pending'
), counted as (
  ${insertInto("endpoint_stat_deltas", {
    project_id: "c.project_id",
    destination_id: "c.destination_id",
    subscription_id: "c.subscription_id",
    minute: "to_timestamp(c.minute)",
    deliveries: "c.deliveries",
    discarded: "c.discarded",
  })}
  from guard, ${counted} where guard.fresh
), counted_events as (
  ${insertInto("event_stat_deltas", {
    project_id: "c.project_id",
    source_id: "c.source_id",
    minute: "to_timestamp(c.minute)",
    accepted: "c.accepted",
    duplicates: "c.duplicates",
    discarded: "c.discarded",
    failed: "c.failed",
  })}
  from guard, ${countedEvents} where guard.fresh
)
select fresh from guard`;
});

function toSeconds(at: Date | null): number | null {
  return at && at.getTime() / 1_000;
}

/** A meta event enters the queue in the transaction that writes it. */
export const QUEUE_META_EVENTS = statement(
  "queue_meta_events",
  (given: Given<readonly { projectId: string; id: string }[]>) => {
    const m = given
      .rows((items) => items)
      .as("m", {
        project_id: uuid((item) => item.projectId),
        id: uuid((item) => item.id),
        lane_id: uuid(({ projectId }) => destinationId({ kind: "meta", projectId })),
      });
    return `${insertInto("delivery_queue", {
      project_id: "m.project_id",
      delivery_id: "m.id",
      kind: "'meta_event'",
      lane_id: "m.lane_id",
      due_at: "now()",
    })} from ${m}`;
  },
);
