"use client";

import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from "react";
import { RowLink } from "@/components/data-table/row-link";
import { ResendButton } from "@/components/resend/resend-button";
import { canResend, isDelayed, type Resendable } from "@/components/resend/resendable";

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
const RowActionsContext = createContext<RowActions | null>(null);

/** Gives the actions to the cells below. They change only when what a cell shows does: a list has hundreds of cells. */
export function RowActionsProvider({ children, ...actions }: RowActions & { children: ReactNode }) {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const { addressOf, open } = actions;
  const mayResend = actions.resend !== null;
  const mayCancel = Boolean(actions.cancel);
  const pendingIDs = [...actions.pending].sort().join();
  const value = useMemo(
    () => ({
      addressOf,
      open,
      resend: mayResend ? (id: string) => latest.current.resend?.(id) : null,
      cancel: mayCancel ? (id: string) => latest.current.cancel?.(id) : null,
      pending: new Set(pendingIDs.split(",")),
    }),
    [addressOf, open, mayResend, mayCancel, pendingIDs],
  );
  return <RowActionsContext value={value}>{children}</RowActionsContext>;
}

export function useRowActions(): RowActions {
  const actions = useContext(RowActionsContext);
  if (!actions) throw new Error("The cells of this table need a RowActionsProvider above them.");
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
    <ResendButton
      inRow
      pending={pending.has(row.uid)}
      disabled={!canResend(row)}
      isEarly={isDelayed(row)}
      onResend={() => resend(row.uid)}
    />
  );
}
