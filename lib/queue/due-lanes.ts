import { float, type Given, statement, uuid } from "@/lib/db/statement";
import { HAS_OWN_LANE } from "@/lib/queue/lane";

/**
 * When each lane has work to be looked for: the table `lanes`. Whoever has committed a row that nobody has leased marks its
 * lane due; a worker that visited a lane says when it is due again. So a claim costs what is due, however much waits for
 * later. A mark that is lost with its process is made up for by `FORGOTTEN_LANES`.
 */
export type Lane = { readonly projectId: string; readonly laneId: string };

/** `delaySeconds` from now on there is work. */
export type LaneMark = Lane & { readonly delaySeconds: number };

/** What a crash of the store loses of this is made up for as well: its commits need not wait for the disk. */
const QUICKLY = "select set_config('synchronous_commit', 'off', true)";

/** Each lane's row is locked, whether it is due already or not: who visits it at this moment must see that it was marked. */
export const MARK_DUE = statement(
  "mark_due",
  (given: Given<readonly LaneMark[]>) => `
with quickly as materialized (${QUICKLY})
insert into lanes as l (lane_id, project_id, due_at)
select m.lane_id, m.project_id, min(now() + make_interval(secs => m.delay))
from quickly, ${given
    .rows((marks) => marks)
    .as("m", {
      project_id: uuid(({ projectId }) => projectId),
      lane_id: uuid(({ laneId }) => laneId),
      delay: float(({ delaySeconds }) => delaySeconds),
    })}
group by 1, 2 order by 1
on conflict (lane_id) do update set due_at = least(l.due_at, excluded.due_at), marks = l.marks + 1`,
);

/** Whose lane it is, and whether its work may be claimed: what the tables `s`, `e` and `v` say of `lane_id`. */
const OWNERS = (lane: string) => `
left join subscriptions s on s.id = ${lane}
left join endpoints e on e.id = coalesce(s.endpoint_id, ${lane})
left join devices v on v.id = coalesce(s.device_id, ${lane})`;

/** A device pulls its work, and an endpoint that is paused or failing takes none: it waits without being touched. */
const IS_CLOSED = `(
  (v.id is not null and not v.is_disabled and v.deleted_at is null)
  or (e.status in ('paused', 'pending') and e.deleted_at is null)
) is true`;

const IS_METERED = `(
  e.status = 'active' and e.deleted_at is null and (e.rate_limit > 0 or e.max_in_flight > 0 or ${HAS_OWN_LANE})
) is true`;

/** So many of the lanes that have been due for longest are found at once. */
export const MOST_DUE = 256;
/** Where more are due, so many projects are asked in turn for a few lanes each. */
const PROJECTS_IN_TURN = 128;
const LANES_IN_TURN = 8;

/** The bounds of a lane that hold over all workers. */
export type Meter = Lane & {
  /** Of the endpoint or device that the lane leads to. */
  readonly destinationId: string;
  readonly maxInFlight: number;
  readonly rateLimit: number;
  readonly rateLimitDuration: number;
  readonly ownLimit: { readonly count: number; readonly duration: number } | null;
};

export type FoundLane = Meter & { readonly isClosed: boolean; readonly isMetered: boolean };

/** What every row of the answer says beside its lane. */
export type Found = {
  /** There are more. */
  readonly isCut: boolean;
  /** Where the next turn through the projects begins; null for its start. */
  readonly nextProject: string | null;
  /** Until the next lane will be due; null where none will within a second. */
  readonly nextMs: number | null;
  /** Endpoints whose circuit breaker is open may be probed. */
  readonly hasProbes: boolean;
  /** Nothing that is due lies before, nor will: a mark is committed within seconds. What the index has there is of the past. */
  readonly floor: Date;
};

/**
 * The lanes that are due, those that have been for longest first; one row without a lane where none is. Where there are
 * more than a worker takes at once, the projects are asked in turn, so that the many lanes of one do not hide another's.
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
  ${IS_CLOSED} as "isClosed", ${IS_METERED} as "isMetered"
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

/** When the earliest of what nobody has leased in a lane is due; null where nothing waits but what is not next in its order. */
const EARLIEST = (lane: string) => {
  const first = (isRetry: boolean) => `(
    select q.due_at from delivery_queue q
    where q.lane_id = ${lane} and q.is_retry = ${isRetry} and q.lease is null and q.due_at < 'infinity'
    order by q.due_at limit 1
  )`;
  return `least(${first(false)}, ${first(true)})`;
};

/** A lane that was visited, and how long to leave it although something in it is due. */
export type Visited = { readonly laneId: string; readonly pauseSeconds: number };

/**
 * Says when lanes that were visited are due again: at once, behind all others, where work is left; with the earliest of
 * what waits for later; never, as long as it is closed; or it is forgotten when nothing waits. A lane that was marked since
 * this statement began stays due. Nobody is waited for.
 */
export const REVISIT_LANES = statement(
  "revisit_lanes",
  (given: Given<readonly Visited[]>) => `
with seen as materialized (
  select l.lane_id, l.marks, a.pause, ${IS_CLOSED} as is_closed, ${EARLIEST("l.lane_id")} as earliest
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

/** A page of the lanes in which something waits, and the last of them; null at the end. */
export type Forgotten = Partial<LaneMark> & { readonly next: string | null; readonly lookedAt: Date };

/**
 * Which of a page of lanes have work that they are not marked for: a process ended between a commit and its mark. With
 * `closedToo` those that seemed closed are among them.
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
