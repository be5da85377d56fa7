import {
  answerThen,
  type DemoAnswer,
  type DemoKey,
  type DemoRequest,
  OVERLOADED,
  TROUBLED,
  toBody,
} from "@/cli/demo/answers";
import { isWithin, type Span } from "@/cli/demo/past/rhythm";
import type { DemoEndpointIds } from "@/cli/demo/set-up";
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

type ReceiverParts = { snapshot: ProjectSnapshot; endpoints: DemoEndpointIds; incident: Span; random: () => number };

/** The receivers of the past, one of which had an incident. */
export class PastReceivers {
  /** Failures in a row, by endpoint: the circuit breaker of the past stayed closed. */
  readonly #failures = new Map<string, number>();
  /** The keys of the endpoints, by their ids. */
  readonly #keys: ReadonlyMap<string, DemoKey>;

  constructor(private readonly parts: ReceiverParts) {
    this.#keys = new Map(Object.entries(parts.endpoints).map(([key, id]) => [id, key as DemoKey]));
  }

  /** Makes an attempt at this time: built, signed and judged as the program does it. */
  async attempt(work: DeliveryWork, at: Date): Promise<AttemptResult> {
    const { snapshot, random } = this.parts;
    const endpoint = snapshot.endpoints.get(endpointIdOf(work.destination) ?? "");
    const key = endpoint && this.#keys.get(endpoint.id);
    if (!endpoint || !key) throw new Error("A delivery of the demo goes to no endpoint of its project.");
    const payload = work.payload ?? Buffer.alloc(0);
    const request = await buildRequest(work, { endpoint, sending: snapshot.sending, payload, now: at });
    const attempts = work.numTrials + 1;
    const failures = this.#failures.get(endpoint.id) ?? 0;
    const answer = this.#answer(key, { ...readAmounts(payload), attempts }, { at, failures });
    const sent = this.#toResult(answer, at);
    const judged = { status: answer.status, error: null, retryAfterMs: null };
    const outcome = decide(judged, attempts - work.budgetFrom, work.policy, random);
    this.#failures.set(endpoint.id, outcome.kind === "success" ? 0 : failures + 1);
    const { method, url } = request;
    return { work, method, url, requestHeaders: toRecordedHeaders(request.headers, endpoint), sent, outcome };
  }

  #answer(key: DemoKey, request: DemoRequest, { at, failures }: { at: Date; failures: number }): DemoAnswer {
    const { snapshot, incident, random } = this.parts;
    if (key === TROUBLED && isWithin(incident, at)) {
      const isCloseToOpening = failures >= snapshot.settings.breaker.failure_count - 2;
      if (!isCloseToOpening && random() * 100 < OVERLOAD) return OVERLOADED;
    }
    return answerThen(key, request);
  }

  #toResult(answer: DemoAnswer, startedAt: Date): SendResult {
    const { random } = this.parts;
    const { status, takesMs } = answer;
    const isSlow = random() < 0.03;
    const durationMs = Math.round(takesMs * (0.7 + 0.8 * random()) * (isSlow ? 4 : 1) * 10) / 10;
    const date = new Date(startedAt.getTime() + durationMs).toUTCString();
    return {
      status,
      headers: { "content-type": "application/json", date },
      body: Buffer.from(toBody(answer)),
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

/** The amount and the number of a payload, 0 where it has none. */
function readAmounts(body: Buffer): { total: number; number: number } {
  try {
    const { data, number } = JSON.parse(body.toString("utf8")) as { data?: { total?: number }; number?: number };
    return { total: data?.total ?? 0, number: number ?? 0 };
  } catch {
    return { total: 0, number: 0 };
  }
}
