"use client";

import { createContext, type ReactNode, useContext } from "react";
import { RowLink } from "@/components/data-table/row-link";
import { ResendButton } from "@/components/resend/resend-button";
import { canResend, type Resendable } from "@/components/resend/resendable";

export type RowActions = {
  addressOf: (id: string) => string;
  open: (id: string) => void;
  /** Null if the visitor may not resend. */
  resend: ((id: string) => void) | null;
  /** Null or absent if nothing can be cancelled or the visitor may not. */
  cancel?: ((id: string) => void) | null;
  pending: ReadonlySet<string>;
};

/** The actions of a row's cells. A context, so that the columns never change and no cell is redrawn for it. */
export const RowActionsContext = createContext<RowActions | null>(null);

export function useRowActions(): RowActions {
  const actions = useContext(RowActionsContext);
  if (!actions) throw new Error("The cells of this table need a RowActionsContext above them.");
  return actions;
}

/** Opens the row's resource in the side panel. */
export function PanelLink({ id, children }: { id: string; children: ReactNode }) {
  const { addressOf, open } = useRowActions();
  return (
    <RowLink href={addressOf(id)} onOpen={() => open(id)}>
      {children}
    </RowLink>
  );
}

export function RowResend({ row }: { row: Resendable }) {
  const { resend, pending } = useRowActions();
  if (!resend) return null;
  return (
    <ResendButton inRow pending={pending.has(row.uid)} disabled={!canResend(row)} onResend={() => resend(row.uid)} />
  );
}
