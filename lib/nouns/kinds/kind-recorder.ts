import type pg from "pg";
import { plainArray, textArray } from "@/lib/db/array-literal";
import { type Day, dayAt, dayOf } from "@/lib/kernel/day";
import { type Destination, endpointIdOf } from "@/lib/queue/destination";

/** An event that is about to be written, with its deliveries. */
export type Writing = {
  id: string;
  event: { projectId: string; sourceId: string | null; eventType: string };
  deliveries: readonly { id: string; plan: { destination: Destination; subscriptionId: string | null } }[];
};

type Kind = {
  projectId: string;
  day: Day;
  eventType: string | null;
  sourceId: string | null;
  endpointId: string | null;
  subscriptionId: string | null;
};

/** A project with more kinds a day uses event types as values: from there on that day records nothing. */
const MAX_KINDS = 500;
const DAYS_KEPT = 3;

/**
 * Records which kinds of events and deliveries a project has on a day, before the first of them is written. A kind that
 * this copy has recorded costs one look into memory, so that a batch waits for a statement only a few times a day.
 */
export class KindRecorder {
  readonly #known = new Map<Day, Map<string, Set<string>>>();

  constructor(private readonly pool: pg.Pool) {}

  /** Resolves when these rows may be written. */
  async record(rows: readonly Writing[]): Promise<void> {
    const unknown = this.#findUnknown(rows);
    if (unknown.size === 0) return;
    const kinds = [...unknown.values()];
    await this.pool.query(
      `insert into kinds (project_id, day, event_type, source_id, endpoint_id, subscription_id)
       select * from unnest($1::uuid[], $2::int[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[]) as k(p, d, t, s, e, u)
       order by k
       on conflict do nothing`,
      [
        plainArray(kinds.map((kind) => kind.projectId)),
        plainArray(kinds.map((kind) => kind.day)),
        textArray(kinds.map((kind) => kind.eventType)),
        plainArray(kinds.map((kind) => kind.sourceId)),
        plainArray(kinds.map((kind) => kind.endpointId)),
        plainArray(kinds.map((kind) => kind.subscriptionId)),
      ],
    );
    for (const { projectId, day, ...kind } of kinds) this.#knownOf(projectId, day).add(nameOf(kind));
    this.#forgetOldDays();
  }

  #findUnknown(rows: readonly Writing[]): Map<string, Kind> {
    const unknown = new Map<string, Kind>();
    let last: Kind | null = null;
    const note = (event: Writing["event"], day: Day, endpointId: string | null, subscriptionId: string | null) => {
      const { projectId, sourceId, eventType } = event;
      const kind = { projectId, day, eventType, sourceId, endpointId, subscriptionId };
      // Neighbours in a batch are mostly of one kind.
      if (last && isSame(last, kind)) return;
      last = kind;
      this.#note(unknown, kind);
    };
    for (const { id, event, deliveries } of rows) {
      const day = dayOf(id);
      if (deliveries.length === 0) note(event, day, null, null);
      for (const delivery of deliveries) {
        const { destination, subscriptionId } = delivery.plan;
        const endpointId = endpointIdOf(destination);
        note(event, day, endpointId, subscriptionId);
        note(event, dayOf(delivery.id), endpointId, subscriptionId);
      }
    }
    return unknown;
  }

  #note(unknown: Map<string, Kind>, kind: Kind): void {
    const { projectId, day } = kind;
    const known = this.#knownOf(projectId, day);
    if (known.has(ANYTHING)) return;
    const name = nameOf(kind);
    if (known.has(name)) return;
    if (known.size < MAX_KINDS) unknown.set(`${projectId} ${day} ${name}`, kind);
    else unknown.set(`${projectId} ${day}`, { projectId, day, ...NOTHING_TOLD });
  }

  #knownOf(projectId: string, day: Day): Set<string> {
    const projects = this.#known.get(day) ?? new Map<string, Set<string>>();
    this.#known.set(day, projects);
    const known = projects.get(projectId) ?? new Set<string>();
    projects.set(projectId, known);
    return known;
  }

  #forgetOldDays(): void {
    const oldest = dayAt(new Date()) - DAYS_KEPT;
    for (const day of this.#known.keys()) if (day < oldest) this.#known.delete(day);
  }
}

const NOTHING_TOLD = { eventType: null, sourceId: null, endpointId: null, subscriptionId: null };

function isSame(a: Kind, b: Kind): boolean {
  return (
    a.day === b.day &&
    a.projectId === b.projectId &&
    a.sourceId === b.sourceId &&
    a.endpointId === b.endpointId &&
    a.subscriptionId === b.subscriptionId &&
    a.eventType === b.eventType
  );
}

function nameOf({ eventType, sourceId, endpointId, subscriptionId }: Omit<Kind, "projectId" | "day">): string {
  return `${sourceId} ${endpointId} ${subscriptionId} ${eventType}`;
}

const ANYTHING = nameOf(NOTHING_TOLD);
