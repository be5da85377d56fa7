import { ACCEPTED, ANSWERS, type DemoAnswer, type DemoPath, DOWN, OVERLOADED, TROUBLED } from "@/cli/demo/answers";
import { isWithin, type Span } from "@/cli/demo/past/rhythm";
import { readAmounts } from "@/cli/demo/receiver";
import type { SendResult } from "@/lib/egress/send";
import type { DeliveryRow, EventRow } from "@/lib/intake/event-rows";
import { idTimeMs } from "@/lib/kernel/ids";
import { endpointIdOf } from "@/lib/queue/destination";
import type { DeliveryWork } from "@/lib/queue/work";
import { buildRequest, toRecordedHeaders } from "@/lib/sending/build-request";
import { decide } from "@/lib/sending/decide";
import type { AttemptResult } from "@/lib/sending/result";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** During the incident so many of a hundred requests failed. */
const OVERLOAD = 90;

/** The receivers of the past, which answer as those of today do, but for the incident. */
export class PastReceivers {
  /** Failures in a row, by endpoint: the circuit breaker of the past stayed closed. */
  readonly #failures = new Map<string, number>();

  constructor(
    private readonly snapshot: ProjectSnapshot,
    private readonly incident: Span,
    private readonly random: () => number,
  ) {}

  /** Makes an attempt at this time: built, signed and judged as the program does it. */
  async attempt(work: DeliveryWork, at: Date): Promise<AttemptResult> {
    const endpoint = this.snapshot.endpoints.get(endpointIdOf(work.destination) ?? "");
    if (!endpoint) throw new Error("A delivery of the demo goes to no endpoint of its project.");
    const payload = work.payload ?? Buffer.alloc(0);
    const request = await buildRequest(work, { endpoint, sending: this.snapshot.sending, payload, now: at });
    const path = new URL(endpoint.url).pathname as DemoPath;
    const attempts = work.numTrials + 1;
    const answer = this.#answer(path, { ...readAmounts(payload), attempts }, { at, endpointId: endpoint.id });
    const sent = this.#toResult(answer, at);
    const judged = { status: answer.status, error: null, retryAfterMs: null };
    const outcome = decide(judged, attempts - work.budgetFrom, work.policy, this.random);
    const failures = outcome.kind === "success" ? 0 : (this.#failures.get(endpoint.id) ?? 0) + 1;
    this.#failures.set(endpoint.id, failures);
    return { work, url: request.url, requestHeaders: toRecordedHeaders(request.headers, endpoint), sent, outcome };
  }

  #answer(
    path: DemoPath,
    request: Parameters<(typeof ANSWERS)["/accounting"]>[0],
    { at, endpointId }: { at: Date; endpointId: string },
  ): DemoAnswer {
    if (path === TROUBLED && isWithin(this.incident, at)) {
      const isCloseToOpening =
        (this.#failures.get(endpointId) ?? 0) >= this.snapshot.settings.breaker.failure_count - 2;
      if (!isCloseToOpening && this.random() * 100 < OVERLOAD) return OVERLOADED;
    }
    return path === DOWN ? ACCEPTED : ANSWERS[path](request);
  }

  #toResult({ status, says, takesMs }: DemoAnswer, startedAt: Date): SendResult {
    const isSlow = this.random() < 0.03;
    const durationMs = Math.round(takesMs * (0.7 + 0.8 * this.random()) * (isSlow ? 4 : 1) * 10) / 10;
    const date = new Date(startedAt.getTime() + durationMs).toUTCString();
    return {
      status,
      headers: { "content-type": "application/json", date },
      body: Buffer.from(JSON.stringify({ says })),
      bodyTruncated: false,
      error: null,
      startedAt,
      durationMs,
    };
  }
}

/** The work of a delivery's first attempt. */
export function toFirstWork({ event, id: eventId }: EventRow, delivery: DeliveryRow): DeliveryWork {
  const { plan } = delivery;
  const payload = delivery.payload ?? event.payload;
  return {
    projectId: event.projectId,
    deliveryId: delivery.id,
    laneId: plan.laneId,
    destination: plan.destination,
    subscriptionId: plan.subscriptionId,
    eventId,
    eventType: event.eventType,
    numTrials: 0,
    budgetFrom: 0,
    policy: plan.retry,
    headers: delivery.headers ?? event.headers,
    payload,
    payloadBytes: payload.length,
    urlQueryParams: event.urlQueryParams,
    createdAt: idTimeMs(delivery.id),
  };
}
