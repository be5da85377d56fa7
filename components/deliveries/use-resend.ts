"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { api } from "@/components/data/api";
import { canResend } from "@/components/deliveries/queries";
import { useConfirm } from "@/components/ui/confirm";
import { ApiError, unwrap } from "@/lib/api/client";
import type { EventDelivery } from "@/lib/deliveries/schemas";
import type { Page } from "@/lib/fields";

const AT_ONCE = 4;

export type Resend = {
  resend: (deliveries: readonly EventDelivery[]) => Promise<void>;
  /** Ids of what is on its way to the server. */
  pending: ReadonlySet<string>;
};

/**
 * Sends deliveries again and shows the answer in every list at once. What had succeeded is only sent after a question,
 * because its receiver gets it a second time.
 */
export function useResend(projectID: string): Resend {
  const client = useQueryClient();
  const confirm = useConfirm();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());

  const resendOne = async (delivery: EventDelivery): Promise<ApiError | null> => {
    try {
      const updated = await unwrap(
        api.PUT("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/resend", {
          params: {
            path: { projectID, eventDeliveryID: delivery.uid },
            query: delivery.status === "Success" ? { force: "true" } : {},
          },
        }),
      );
      // The client's types leave out what is always null, such as `app_id`.
      placeDelivery(client, projectID, updated as EventDelivery);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  };

  const resend = async (deliveries: readonly EventDelivery[]) => {
    const chosen = deliveries.filter(canResend);
    const repeated = chosen.filter(({ status }) => status === "Success").length;
    if (repeated > 0 && !(await confirm(repeatQuestion(repeated, chosen.length)))) return;
    setPending(new Set(chosen.map(({ uid }) => uid)));
    const refusals = await inTurns(chosen, resendOne);
    setPending(new Set());
    tell(chosen.length, refusals);
    await client.invalidateQueries({ queryKey: ["projects", projectID, "eventdeliveries"] });
  };

  return { resend, pending };
}

function repeatQuestion(repeated: number, all: number) {
  const subject = all === 1 ? "This delivery" : `${repeated} of ${all} deliveries`;
  return {
    title: "Send again what had succeeded?",
    consequence: `${subject} had succeeded. The endpoint will receive it a second time, with the same webhook-id.`,
    action: "Resend",
  };
}

async function inTurns(
  deliveries: readonly EventDelivery[],
  act: (delivery: EventDelivery) => Promise<ApiError | null>,
): Promise<ApiError[]> {
  const waiting = [...deliveries];
  const refusals: ApiError[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const refusal = await act(next);
      if (refusal) refusals.push(refusal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return refusals;
}

function tell(count: number, refusals: ApiError[]): void {
  const [first] = refusals;
  if (!first) {
    toast.success(count === 1 ? "The delivery is on its way again" : `${count} deliveries are on their way again`);
    return;
  }
  const title = count === 1 ? "Not resent" : `${refusals.length} of ${count} were not resent`;
  toast.error(title, { description: [...new Set(refusals.map(({ message }) => message))].join(" ") });
}

/** Puts a delivery that the server just answered with into every list and detail that shows it. */
function placeDelivery(client: QueryClient, projectID: string, updated: EventDelivery): void {
  const key = ["projects", projectID, "eventdeliveries"];
  client.setQueriesData<Page<EventDelivery> | EventDelivery>({ queryKey: key }, (shown) => {
    if (!shown) return shown;
    if ("content" in shown) {
      return { ...shown, content: shown.content.map((one) => (one.uid === updated.uid ? updated : one)) };
    }
    return "uid" in shown && shown.uid === updated.uid ? updated : shown;
  });
}
