import type { Outcome } from "@/lib/delivery/decide";
import type { DeliveryWork } from "@/lib/delivery/work";
import type { SendResult } from "@/lib/egress/send";

/** One try that was made, waiting to be settled. */
export type AttemptResult = {
  readonly work: DeliveryWork;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly sent: SendResult;
  readonly outcome: Outcome;
};

/** The delivery's status and what an operator reads beside it, after an outcome. */
export function toState({ work, outcome, sent }: AttemptResult): {
  status: "Success" | "Retry" | "Failure";
  description: string;
} {
  switch (outcome.kind) {
    case "success":
      return {
        status: "Success",
        description: `Delivered: the ${work.deviceId ? "device" : "endpoint"} answered ${sent.status}.`,
      };
    case "retry":
      return { status: "Retry", description: outcome.reason };
    case "failure":
      return { status: "Failure", description: outcome.reason };
  }
}
