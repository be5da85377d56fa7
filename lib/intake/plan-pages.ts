import type { NotDelivered } from "@/lib/intake/not-delivered";
import {
  type Audience,
  createMatcher,
  explainUntaken,
  findAudience,
  type PlannedDelivery,
  planDeliveries,
  planDirect,
} from "@/lib/intake/plan-event";
import type { IncomingEvent } from "@/lib/intake/recorder";
import type { ProjectSnapshot, SubscriptionConfig } from "@/lib/snapshots/snapshot";

/** Deliveries of one transaction: a page of an event, or pages of several together. */
export const PAGE = 400;
/** How many subscriptions are matched before other work of the process is to have its turn. */
const AT_ONCE = 250;

export type PlannedPage = {
  readonly deliveries: readonly PlannedDelivery[];
  /** Deliveries that were skipped. */
  readonly skipped: number;
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
  /** After the last page, if no page has a delivery: why. */
  readonly untaken: NotDelivered | null;
};

/**
 * Plans like `planEvent`, page by page, from a given position on; `skip` filters deliveries out. Subscriptions added
 * meanwhile come last, since ids grow. Where it yields null, other work of the process is to have its turn.
 */
export function* planPages(
  event: IncomingEvent,
  snapshot: ProjectSnapshot,
  { after, skip }: { after: string | null; skip(delivery: PlannedDelivery): boolean },
): Generator<PlannedPage | null, void, void> {
  const audience = findAudience(event, snapshot);
  if ("reason" in audience) return yield { deliveries: [], skipped: 0, next: null, untaken: audience.reason };
  const { subscriptions, direct } = audience;
  const matches = createMatcher(event);
  let deliveries: PlannedDelivery[] = [];
  let skipped = 0;
  let taking = 0;
  const add = (planned: readonly PlannedDelivery[]) => {
    const wanted = planned.filter((delivery) => !skip(delivery));
    skipped += planned.length - wanted.length;
    deliveries.push(...wanted);
  };
  if (direct && after === null) add([planDirect(direct, snapshot)]);
  for (let start = findStart(audience, after); start < subscriptions.length; start += AT_ONCE) {
    const taken = subscriptions.slice(start, start + AT_ONCE).filter(matches);
    taking += taken.length;
    add(planDeliveries(taken, snapshot));
    const last = subscriptions[start + AT_ONCE - 1];
    if (!last || start + AT_ONCE >= subscriptions.length) break;
    if (deliveries.length > PAGE - AT_ONCE) {
      yield { deliveries, skipped, next: placeOf(last), untaken: null };
      deliveries = [];
    }
    yield null;
  }
  yield { deliveries, skipped, next: null, untaken: explainUntaken(event, audience, taking) };
}

/** The position among an event's subscriptions: those of devices come after all others. */
function placeOf({ deviceId, id }: SubscriptionConfig): string {
  return `${deviceId === null ? 1 : 2} ${id}`;
}

function findStart({ subscriptions }: Audience, after: string | null): number {
  if (after === null) return 0;
  const found = subscriptions.findIndex((subscription) => placeOf(subscription) > after);
  return found < 0 ? subscriptions.length : found;
}
