import type { SendResult } from "@/lib/egress/send";
import type { AttemptCause, Settlement } from "@/lib/queue/settle";
import type { DeliveryWork } from "@/lib/queue/work";
import { readCauseDetail } from "@/lib/sending/cause-detail";
import type { Outcome } from "@/lib/sending/decide";
import type { TraceIds } from "@/lib/tracing/tracing";

/** One finished attempt that waits to be settled. */
export type AttemptResult = {
  readonly work: DeliveryWork;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly sent: SendResult;
  readonly outcome: Outcome;
  /** Where its trace is, for the log. */
  readonly trace?: TraceIds;
};

/** The settlement of a result, with what an operator reads beside the delivery's status. */
export function toSettlement({ work, method, url, requestHeaders, sent, outcome }: AttemptResult): Settlement {
  return {
    projectId: work.projectId,
    deliveryId: work.deliveryId,
    destination: work.destination,
    subscriptionId: work.subscriptionId,
    createdAt: work.createdAt,
    latencyFrom: work.deliverAt ?? work.createdAt,
    number: work.numTrials + 1,
    cause: CAUSES[outcome.kind],
    delayMs: outcome.kind === "retry" ? outcome.delayMs : null,
    description: outcome.kind === "success" ? describeSuccess(work, sent) : outcome.reason,
    causeDetail: outcome.kind === "success" || work.destination.kind !== "endpoint" ? null : readCauseDetail(sent),
    attempt: {
      method: method === "POST" ? null : method,
      url,
      requestHeaders,
      status: sent.status,
      responseHeaders: sent.headers,
      body: sent.body,
      isBodyTruncated: sent.bodyTruncated,
      error: sent.error,
      startedAt: sent.startedAt,
      durationMs: sent.durationMs,
    },
    order: null,
  };
}

const CAUSES = { success: "succeeded", retry: "retried", failure: "failed" } as const satisfies Record<
  Outcome["kind"],
  AttemptCause
>;

function describeSuccess({ destination }: DeliveryWork, { status }: SendResult): string {
  return `Delivered: the ${destination.kind === "device" ? "device" : "endpoint"} answered ${status}.`;
}
