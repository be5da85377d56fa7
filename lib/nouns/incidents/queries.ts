import { type Kysely, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { withinDates } from "@/lib/db/id-range";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { distinct } from "@/lib/kernel/distinct";
import { notFound } from "@/lib/kernel/errors";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import { type AtEndpoint, type IncidentRow, toIncident } from "@/lib/nouns/incidents/presenters";
import type { Incident, IncidentWithNotes, ListIncidents } from "@/lib/nouns/incidents/schemas";
import { toNote } from "@/lib/nouns/notes/to-note";
import { counterRows } from "@/lib/nouns/stats/counters";
import type { Page } from "@/lib/wire/fields";

/** Lists incidents, the latest first. */
export async function listIncidents(ctx: ProjectContext, query: ListIncidents): Promise<Page<Incident>> {
  const states = query.status.map((status) => IS_IN[status]);
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("incidents")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where(withinSlice("id", slice))
      .where(withinDates("id", query));
    if (query.endpointId.length > 0) rows = rows.where("endpoint_id", "in", query.endpointId);
    if (states.length > 0) rows = rows.where(sql<boolean>`(${sql.join(states, sql` or `)})`);
    if (!query.status.includes("recovered") && states.length > 0) rows = rows.where("recovered_at", "is", null);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, await presentIncidents(atNow(ctx), page.content));
}

const IS_IN = {
  open: sql<boolean>`(recovered_at is null and acknowledged_at is null)`,
  acknowledged: sql<boolean>`(recovered_at is null and acknowledged_at is not null)`,
  recovered: sql<boolean>`(recovered_at is not null)`,
} as const;

/** Gets one incident with its notes; throws not found. */
export async function getIncident(ctx: ProjectContext, id: string): Promise<IncidentWithNotes> {
  const row = await ctx.db
    .selectFrom("incidents")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("incident");
  return presentIncident(ctx, row);
}

export async function presentIncident(ctx: ProjectContext, row: IncidentRow): Promise<IncidentWithNotes> {
  const notes = await ctx.db
    .selectFrom("incident_notes")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("incident_id", "=", row.id)
    .orderBy("id")
    .execute();
  const [incident] = await presentIncidents(atNow(ctx), [row]);
  if (!incident) throw notFound("incident");
  return { ...incident, notes: notes.map(toNote) };
}

function atNow({ db, projectId, clock }: ProjectContext): At {
  return { db, projectId, now: clock.now() };
}

/** Where and when incidents are read. */
type At = { readonly db: Kysely<DB>; readonly projectId: string; readonly now: Date };

/** The incidents of these ids; a deleted one is absent. */
export async function listIncidentsById(at: At, ids: readonly string[]): Promise<Incident[]> {
  if (ids.length === 0) return [];
  const rows = await at.db
    .selectFrom("incidents")
    .selectAll()
    .where("project_id", "=", at.projectId)
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  return presentIncidents(at, rows);
}

async function presentIncidents(at: At, rows: readonly IncidentRow[]): Promise<Incident[]> {
  if (rows.length === 0) return [];
  const endpoints = await readEndpoints(at, distinct(rows.map((row) => row.endpoint_id)));
  const activity = await readActivity(at, rows);
  return rows.map((row) => toIncident(row, endpoints.get(row.endpoint_id) ?? GONE, activity.get(row.id) ?? []));
}

const GONE: AtEndpoint = { name: "a deleted endpoint", status: null, waiting: 0, nextProbeAt: null };

type EndpointRow = { id: string; name: string; status: EndpointStatus | null; waiting: number; probe_at: Date | null };

async function readEndpoints({ db, projectId }: At, ids: readonly string[]): Promise<Map<string, AtEndpoint>> {
  const { rows } = await sql<EndpointRow>`
    select e.id, e.name, case when e.deleted_at is null then e.status end as status,
      case when e.status = 'pending' and e.deleted_at is null then h.probe_at end as probe_at,
      coalesce(counted.waiting, 0)::bigint as waiting
    from endpoints e
    left join endpoint_health h on h.endpoint_id = e.id
    left join (
      select destination_id, sum(deliveries - succeeded - failed - discarded) as waiting
      from ${counterRows({ projectId, range: { start: null, end: null }, endpointIds: ids, each: true })}
      group by 1
    ) counted on counted.destination_id = e.id
    where e.project_id = ${projectId} and e.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, name, status, waiting, probe_at }) => [
      id,
      { name, status, waiting: Math.max(0, waiting), nextProbeAt: probe_at },
    ]),
  );
}

/** The length and the number of the steps of `activity`. */
const STEP_MS = 300_000;
const STEPS = 24;

/** Failed attempts per step of each incident, up to now or to its end. */
async function readActivity({ db, projectId, now }: At, rows: readonly IncidentRow[]): Promise<Map<string, number[]>> {
  const spans = rows.map((row) => {
    const end = Math.floor((row.recovered_at ?? now).getTime() / STEP_MS) * STEP_MS;
    return { id: row.id, start: end - (STEPS - 1) * STEP_MS };
  });
  const counts = await sql<{ id: string; at: Date; attempts: number }>`
    select c.incident_id as id, c.at, c.attempts
    from unnest(${spans.map(({ id }) => id)}::uuid[], ${spans.map(({ start }) => new Date(start))}::timestamptz[]) as s(id, start)
    join incident_counts c on c.project_id = ${projectId} and c.incident_id = s.id and c.at >= s.start`.execute(db);
  const activity = new Map(spans.map(({ id }) => [id, new Array<number>(STEPS).fill(0)]));
  const starts = new Map(spans.map(({ id, start }) => [id, start]));
  for (const { id, at, attempts } of counts.rows) {
    const step = Math.round((at.getTime() - (starts.get(id) ?? 0)) / STEP_MS);
    const steps = activity.get(id);
    if (steps && step < STEPS) steps[step] = attempts;
  }
  return activity;
}
