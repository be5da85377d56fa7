import type { DemoEvent } from "@/cli/demo/events";
import { toRequest } from "@/cli/demo/sender";
import type { DemoSources } from "@/cli/demo/set-up";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { EventRow } from "@/lib/intake/event-rows";
import { toForwardedHeaders } from "@/lib/intake/forwarded-headers";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { routePages } from "@/lib/intake/route-event";
import { FunctionRun } from "@/lib/intake/run-functions";
import { newIdAt } from "@/lib/kernel/ids";
import { idempotencyKeyOf } from "@/lib/providers/idempotency-key";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** Something that a sender sent at a time in the past. */
export type PastEvent = { at: Date; event: DemoEvent };

const NOBODY: ReadonlySet<string> = new Set();

type Parts = { runner: FunctionRunner; sources: DemoSources; snapshot: ProjectSnapshot };

/** Routes a past event as the program would have done: filters, functions and the states of endpoints count. */
export async function planPast(
  { runner, sources, snapshot }: Parts,
  { at, event: sent }: PastEvent,
): Promise<EventRow> {
  const id = newIdAt(at);
  const event = toIncoming(sent, sources, snapshot);
  const pending = { id, event, reached: NOBODY, progress: null };
  const { value: page } = await routePages(new FunctionRun(runner, id), pending, snapshot).next();
  if (page?.kind !== "routed" || page.outcome === null) throw new Error("A function of the demo could not run.");
  const { status, reason, functionVersions } = page.outcome;
  const deliveries = page.deliveries.map(({ payload, headers, functionVersions, ...plan }, place) => ({
    plan,
    payload,
    headers,
    functionVersions,
    id: newIdAt(new Date(at.getTime() + 1 + place)),
    leased: plan.kind === "due",
    notBefore: null,
  }));
  return { id, event, status, reason, functionVersions, isDuplicate: false, deliveries };
}

function toIncoming(event: DemoEvent, sources: DemoSources, snapshot: ProjectSnapshot): IncomingEvent {
  const { uid, secret } = sources[event.source];
  const { headers, text } = toRequest(event, secret);
  const { idempotencyKeys = [] } = snapshot.sources.get(uid) ?? {};
  const request = { headers, query: {}, body: event.body };
  return {
    projectId: snapshot.id,
    sourceId: uid,
    eventType: event.type,
    headers: toForwardedHeaders(headers, null),
    payload: Buffer.from(text),
    urlQueryParams: "",
    path: "",
    idempotencyKey: idempotencyKeys.length === 0 ? null : idempotencyKeyOf([...idempotencyKeys], request),
    target: null,
  };
}
