"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/data/api";
import { offerUndo } from "@/components/data/offer-undo";
import { tellError } from "@/components/data/tell-error";
import { nameDestination } from "@/components/deliveries/name-destination";
import { useResendDeliveries } from "@/components/deliveries/use-resend-deliveries";
import { inTurns, placeRow } from "@/components/resend/row-work";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

/** Whether the delivery waits for an attempt, so that it can be cancelled. */
export function canCancel({ status }: Pick<EventDelivery, "status">): boolean {
  return status === "Scheduled" || status === "Retry";
}

/** Cancels waiting deliveries after a question, and shows the answers in every list at once. */
export function useCancelDeliveries(projectID: string) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { resend } = useResendDeliveries(projectID);
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const queryKey = ["projects", projectID, "eventdeliveries"];

  const cancelOne = async ({ uid }: EventDelivery) => {
    const path = { projectID, eventDeliveryID: uid };
    const asked = api.PUT("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/cancel", { params: { path } });
    // The client's types omit fields that are always null, such as `app_id`.
    placeRow(client, queryKey, (await unwrap(asked)) as EventDelivery);
  };

  /** True if the person confirmed. */
  const cancel = async (rows: readonly EventDelivery[]): Promise<boolean> => {
    const chosen = rows.filter(canCancel);
    if (!(await confirm(ask(chosen, rows.length)))) return false;
    setPending(new Set(chosen.map(({ uid }) => uid)));
    const refusals = await inTurns(chosen, cancelOne);
    setPending(new Set());
    const done = chosen.length - refusals.length;
    if (refusals.length === 0) {
      offerUndo(done === 1 ? "The delivery was cancelled" : `${done} deliveries were cancelled`, {
        means: `Undo resends ${done === 1 ? "it" : "them"}: due at once, with a fresh retry budget.`,
        run: () => void resend(chosen),
      });
    } else {
      const title = chosen.length === 1 ? "Not cancelled" : `${refusals.length} of ${chosen.length} were not cancelled`;
      tellError(title, ...refusals);
    }
    await client.invalidateQueries({ queryKey });
    return true;
  };

  return { cancel, pending };
}

function ask(chosen: readonly EventDelivery[], selected: number) {
  const [one] = chosen;
  const isOne = chosen.length === 1 && one;
  const rest = selected - chosen.length;
  const later = isOne ? "It becomes Discarded and is not sent." : "They become Discarded and are not sent.";
  return {
    title: isOne
      ? `Cancel ${one.event_type || "the delivery"} to ${nameDestination(one) ?? "the endpoint"}?`
      : `Cancel ${chosen.length} deliveries?`,
    consequence: `${later} You can resend ${isOne ? "it" : "them"} later.${rest > 0 ? ` The other ${rest} selected do not wait for an attempt and stay as they are.` : ""}`,
    action: isOne ? "Cancel delivery" : "Cancel deliveries",
    cancel: isOne ? "Keep it" : "Keep them",
    danger: true,
  };
}
