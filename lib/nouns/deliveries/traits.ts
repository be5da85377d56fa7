import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { type Window, withinWindow } from "@/lib/db/id-windows";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { attemptsClassOf, latencyClassesWithin, latencyClassOf, readTrait, type Trait } from "@/lib/queue/trait";

/** The columns that tell an unusual delivery; null in any other. An index has each in the order of the list. */
export type TraitColumn = "trait" | "latency_class";

/** Values of such a column: all deliveries that a filter finds in a window have one of them. */
export type Walks = { column: TraitColumn; type: "text" | "smallint"; values: readonly (string | number)[] };

/** More traits than these are not told apart. A project has some for each way in which it fails. */
const MAX_TRAITS = 300;

/** Finds the traits that occur in a window, from one to the next in their index; null if they are too many. */
export async function findTraits(db: Kysely<DB>, projectId: string, window: Window): Promise<string[] | null> {
  const next = sql`select d.trait from event_deliveries d
    where d.project_id = ${projectId} and ${withinWindow("d.id", window)}`;
  const { rows } = await sql<{ trait: string }>`
    with recursive found(trait) as (
      (${next} and d.trait is not null order by d.trait limit 1)
      union all
      select following.trait from found
      cross join lateral (${next} and d.trait > found.trait order by d.trait limit 1) following
    )
    select trait from found limit ${MAX_TRAITS + 1}`.execute(db);
  return rows.length > MAX_TRAITS ? null : rows.map(({ trait }) => trait);
}

/** Whether a trait can be that of a delivery which the filter finds, and whose stored status is one of these. */
function isWanted(trait: Trait, query: DeliveryFilter, stored: ReadonlySet<string>): boolean {
  const { code, minAttempts = 1, maxAttempts = Number.POSITIVE_INFINITY } = query;
  if (!stored.has(trait.status) || (code.length > 0 && !isAmong(trait.failedWith, code))) return false;
  const [least, most] = [attemptsClassOf(Math.max(1, minAttempts)), attemptsClassOf(maxAttempts)];
  return least <= trait.attemptsClass && trait.attemptsClass <= most;
}

function isAmong(failedWith: string | null, codes: readonly string[]): boolean {
  if (failedWith === null) return false;
  return codes.some((code) => code === failedWith || (code.endsWith("xx") && isOfClass(failedWith, code)));
}

function isOfClass(failedWith: string, wanted: string): boolean {
  return /^\d{3}$/.test(failedWith) && failedWith[0] === wanted[0];
}

/** Keeps the traits that a filter can find. */
export function selectTraits(traits: readonly string[], query: DeliveryFilter, stored: ReadonlySet<string>): Walks {
  return { column: "trait", type: "text", values: traits.filter((one) => isWanted(readTrait(one), query, stored)) };
}

/** The classes of latency that a filter can find; null if it finds usual ones too. */
export function selectLatencies({ minLatency, maxLatency }: DeliveryFilter): Walks | null {
  const values = latencyClassesWithin(minLatency, maxLatency);
  return values && { column: "latency_class", type: "smallint", values };
}

/** The statuses of which every delivery that a filter finds has a trait. */
export function findUnusual(query: DeliveryFilter, wanted: ReadonlySet<DeliveryStatus>): Set<DeliveryStatus> {
  const { code, minAttempts = 0, maxAttempts } = query;
  const hasFailed = code.length > 0 || minAttempts >= 1;
  const isUnusual: Readonly<Record<DeliveryStatus, boolean>> = {
    Success: minAttempts > 1 && !isLatencyRarer(query),
    // One that failed had an attempt in any case.
    Failure: hasFailed || maxAttempts !== undefined,
    Discarded: hasFailed,
    Scheduled: hasFailed,
    Processing: hasFailed,
    Retry: hasFailed,
  };
  return new Set([...wanted].filter((status) => isUnusual[status]));
}

/** Whether fewer successes can be expected by their latency than by their attempts. */
function isLatencyRarer({ minAttempts = 1, minLatency = 0 }: DeliveryFilter): boolean {
  return (latencyClassOf(minLatency) ?? -2) + 1 > attemptsClassOf(Math.max(1, minAttempts));
}
