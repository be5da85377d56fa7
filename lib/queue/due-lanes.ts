import { type Condition, JUST_DUE } from "@/lib/db/look-out";
import { float, type Given, statement, uuid } from "@/lib/db/statement";
import { HAS_OWN_LANE } from "@/lib/queue/lane";

/**
 * The table `lanes` says when to look for work in each lane. A transaction that commits an unleased row has its lane
 * marked due afterwards; a worker that visited a lane writes when it is due again. So a claim costs as much as is due,
 * however much waits for later. `FORGOTTEN_LANES` makes up for marks that are lost with their process.
 */
export type Lane = { readonly projectId: string; readonly laneId: string };

/** There is work `delaySeconds` from now on. */
export type LaneMark = Lane & { readonly delaySeconds: number };

/** Commits without waiting for the disk: marks that a crash of the database loses are found again as well. */
const QUICKLY = "select set_config('synchronous_commit', 'off', true)";

/** Locks the row of each lane, even if it is due already: a concurrent visitor must see the mark. */
export const markDue = <I>(given: Given<I>, read: (input: I) => readonly LaneMark[]) => `
with quickly as materialized (${QUICKLY})
insert into lanes as l (lane_id, project_id, due_at)
select m.lane_id, m.project_id, min(now() + make_interval(secs => m.delay))
from quickly, ${given.rows(read).as("m", {
  project_id: uuid(({ projectId }) => projectId),
  lane_id: uuid(({ laneId }) => laneId),
  delay: float(({ delaySeconds }) => delaySeconds),
})}
group by 1, 2 order by 1
on conflict (lane_id) do update set due_at = least(l.due_at, excluded.due_at), marks = l.marks + 1`;

export const MARK_DUE = statement("mark_due", (given: Given<readonly LaneMark[]>) => markDue(given, (marks) => marks));

/** Joins the owner of `lane_id` as the tables `s`, `e` and `v`. */
const OWNERS = (lane: string) => `
left join subscriptions s on s.id = ${lane}
left join endpoints e on e.id = coalesce(s.endpoint_id, ${lane})
left join devices v on v.id = coalesce(s.device_id, ${lane})`;

/** Read once for all lanes, from an index of archived projects alone, and only if a lane is due. */
const IS_ARCHIVED = (projectId: string) => `${projectId} in (select id from projects where archived_at is not null)`;

/**
 * A device pulls its work, and a paused or failing endpoint takes none, as nothing of an archived project does: their
 * lanes wait without being touched.
 */
const IS_CLOSED = (projectId: string) => `(
  ${IS_ARCHIVED(projectId)}
  or (v.id is not null and not v.is_disabled and v.deleted_at is null)
  or (e.status in ('paused', 'pending') and e.deleted_at is null)
) is true`;

const IS_METERED = `(
  e.status = 'active' and e.deleted_at is null and (e.rate_limit > 0 or e.max_in_flight > 0 or ${HAS_OWN_LANE})
) is true`;

/** How many lanes one search finds, those that have been due longest first. */
export const MOST_DUE = 256;
/** If more lanes are due, this many projects take turns with a few lanes each. */
const PROJECTS_IN_TURN = 128;
const LANES_IN_TURN = 8;

/** The bounds of a lane that hold over all workers. */
export type Meter = Lane & {
  /** The endpoint or device of the lane. */
  readonly destinationId: string;
  readonly maxInFlight: number;
  readonly rateLimit: number;
  readonly rateLimitDuration: number;
  readonly ownLimit: { readonly count: number; readonly duration: number } | null;
};

export type FoundLane = Meter & { readonly isClosed: boolean; readonly isMetered: boolean };

/** What every row of the result carries besides its lane. */
export type Found = {
  /** More lanes are due. */
  readonly isCut: boolean;
  /** Where the next turn through the projects begins; null for the start. */
  readonly nextProject: string | null;
  /** Until the next lane is due; null if none is due within a second. */
  readonly nextMs: number | null;
  /** There are endpoints with an open circuit breaker that may be probed. */
  readonly hasProbes: boolean;
  /**
   * No lane is due before this time, nor will be: marks are committed within seconds. Index entries before it are dead.
   */
  readonly floor: Date;
};

/**
 * Finds the lanes that are due, those that have been due longest first; returns one row without a lane if none is. If
 * more are due than one search finds, the projects take turns, so that the many lanes of one do not hide another's.
 */
export const FIND_DUE_LANES = statement(
  "find_due_lanes",
  (given: Given<{ floor: Date | null; fromProject: string | null }>) => {
    const floor = `coalesce(${given.value("timestamptz", (search) => search.floor)}, '-infinity')`;
    const fromProject = given.value("uuid", (search) => search.fromProject);
    const isDue = `due_at >= ${floor} and due_at <= now()`;
    return `
with recursive oldest as materialized (
  select lane_id, project_id, due_at from lanes where ${isDue} order by due_at limit ${MOST_DUE}
), turn as (
  (select project_id, 1 as place from lanes
   where (select count(*) from oldest) = ${MOST_DUE} and due_at < 'infinity'
     and project_id > coalesce(${fromProject}, '00000000-0000-0000-0000-000000000000')
   order by project_id limit 1)
  union all
  select n.project_id, turn.place + 1 from turn, lateral (
    select l.project_id from lanes l
    where l.project_id > turn.project_id and l.due_at < 'infinity' order by l.project_id limit 1
  ) n
  where turn.place < ${PROJECTS_IN_TURN}
), due as (
  select * from oldest
  union
  select n.* from turn, lateral (
    select l.lane_id, l.project_id, l.due_at from lanes l
    where l.project_id = turn.project_id and l.due_at < 'infinity' and l.${isDue} order by l.due_at limit ${LANES_IN_TURN}
  ) n
)
select f.*, due.lane_id as "laneId", due.project_id as "projectId", coalesce(e.id, due.lane_id) as "destinationId",
  coalesce(e.max_in_flight, 0) as "maxInFlight", coalesce(e.rate_limit, 0) as "rateLimit",
  coalesce(e.rate_limit_duration, 1) as "rateLimitDuration", case when ${HAS_OWN_LANE} then s.rate_limit_config end as "ownLimit",
  ${IS_CLOSED("due.project_id")} as "isClosed", ${IS_METERED} as "isMetered"
from (
  select (select count(*) from oldest) = ${MOST_DUE} as "isCut",
    (select project_id from turn where place = ${PROJECTS_IN_TURN}) as "nextProject",
    (extract(epoch from (select due_at from lanes where due_at > now() and due_at <= now() + interval '1 second' order by due_at limit 1) - now())
      * 1000)::float8 as "nextMs",
    exists (select from endpoint_health where probe_at <= now()) as "hasProbes",
    least((select min(due_at) from oldest), now() - interval '15 seconds') as floor
) f
left join due on true
${OWNERS("due.lane_id")}
order by due.due_at`;
  },
);

/** A lane has just become due or is about to, or an endpoint may be probed. */
export const HAS_DUE_LANES: Condition = (nameOf) => `(
  exists (select from ${nameOf("lanes")} where due_at > now() - ${JUST_DUE} and due_at <= now() + interval '1 second')
  or exists (select from ${nameOf("endpoint_health")} where probe_at <= now())
)`;

/** When the earliest unleased row of a lane is due; null if nothing waits except later deliveries of a sequence. */
const EARLIEST = (lane: string) => {
  const first = (isRetry: boolean) => `(
    select q.due_at from delivery_queue q
    where q.lane_id = ${lane} and q.is_retry = ${isRetry} and q.lease is null and q.due_at < 'infinity'
    order by q.due_at limit 1
  )`;
  return `least(${first(false)}, ${first(true)})`;
};

/** A visited lane, and how long to leave it although it has due work. */
export type Visited = { readonly laneId: string; readonly pauseSeconds: number };

/**
 * Writes when visited lanes are due again: at once, behind all others, if work is left; with the earliest row that
 * waits for later; never while the lane is closed. A lane in which nothing waits is forgotten. A lane that was marked
 * since this statement began stays due. Waits for no lock.
 */
export const REVISIT_LANES = statement(
  "revisit_lanes",
  (given: Given<readonly Visited[]>) => `
with seen as materialized (
  select l.lane_id, l.marks, a.pause, ${IS_CLOSED("l.project_id")} as is_closed, ${EARLIEST("l.lane_id")} as earliest
  from ${given
    .rows((visited) => visited)
    .as("a", {
      lane_id: uuid(({ laneId }) => laneId),
      pause: float(({ pauseSeconds }) => pauseSeconds),
    })}
  join lanes l on l.lane_id = a.lane_id ${OWNERS("l.lane_id")}
), mine as materialized (
  select l.lane_id, seen.pause, seen.is_closed, seen.earliest
  from lanes l join seen on l.lane_id = seen.lane_id and l.marks = seen.marks, (${QUICKLY}) quickly
  for update of l skip locked
), emptied as (
  delete from lanes l using mine where l.lane_id = mine.lane_id and mine.earliest is null
)
update lanes l
set due_at = case
  when mine.is_closed then 'infinity'
  when mine.earliest > now() then mine.earliest
  else now() + make_interval(secs => mine.pause)
end
from mine where l.lane_id = mine.lane_id and mine.earliest is not null`,
);

/** A page of lanes in which something waits; `next` is the last of them, null at the end. */
export type Forgotten = Partial<LaneMark> & { readonly next: string | null; readonly lookedAt: Date };

/**
 * Finds lanes of a page with work that they are not marked for, because a process ended between its commit and its
 * mark. `closedToo` includes lanes that seemed closed.
 */
export const FORGOTTEN_LANES = statement(
  "forgotten_lanes",
  (given: Given<{ after: string | null; limit: number; closedToo: boolean }>) => {
    const limit = given.value("int", (page) => page.limit);
    return `
with recursive page as (
  (select lane_id, project_id, 1 as place from delivery_queue
   where lease is null and lane_id > coalesce(${given.value("uuid", (page) => page.after)}, '00000000-0000-0000-0000-000000000000')
   order by lane_id limit 1)
  union all
  select n.lane_id, n.project_id, page.place + 1 from page, lateral (
    select q.lane_id, q.project_id from delivery_queue q
    where q.lease is null and q.lane_id > page.lane_id order by q.lane_id limit 1
  ) n
  where page.place < ${limit}
), waiting as (
  select lane_id, project_id, ${EARLIEST("page.lane_id")} as earliest from page
), forgotten as (
  select w.project_id, w.lane_id, w.earliest from waiting w left join lanes l on l.lane_id = w.lane_id
  where w.earliest is not null and (
    l.lane_id is null
    or (l.due_at > w.earliest and (l.due_at < 'infinity' or ${given.value("boolean", (page) => page.closedToo)}))
  )
)
select (select lane_id from page where place = ${limit}) as next, now() as "lookedAt", f.project_id as "projectId", f.lane_id as "laneId",
  greatest(0, extract(epoch from f.earliest - now()))::float8 as "delaySeconds"
from (select) once left join forgotten f on true`;
  },
);
