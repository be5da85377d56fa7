"use client";

import { createContext, useContext } from "react";
import { RowLink } from "@/components/data-table/row-link";
import { canResend } from "@/components/deliveries/queries";
import { ResendButton } from "@/components/deliveries/resend-button";
import type { EventDelivery } from "@/lib/deliveries/schemas";

export type RowActions = {
  addressOf: (id: string) => string;
  open: (id: string) => void;
  /** Null where the visitor may not resend. */
  resend: ((delivery: EventDelivery) => void) | null;
  pending: ReadonlySet<string>;
};

/** What the cells of a row can do. A context, so that the columns never change and no cell is drawn anew for it. */
export const RowActionsContext = createContext<RowActions | null>(null);

function useRowActions(): RowActions {
  const actions = useContext(RowActionsContext);
  if (!actions) throw new Error("The cells of deliveries need a RowActionsContext above them.");
  return actions;
}

export function DeliveryLink({ delivery }: { delivery: EventDelivery }) {
  const { addressOf, open } = useRowActions();
  return (
    <RowLink href={addressOf(delivery.uid)} onOpen={() => open(delivery.uid)}>
      {delivery.event_type || "no type"}
    </RowLink>
  );
}

export function RowResend({ delivery }: { delivery: EventDelivery }) {
  const { resend, pending } = useRowActions();
  if (!resend) return null;
  return (
    <ResendButton
      inRow
      pending={pending.has(delivery.uid)}
      disabled={!canResend(delivery)}
      onResend={() => resend(delivery)}
    />
  );
}
