"use client";

import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useLate } from "@/components/late/use-late";

export type Question = {
  /** Names the resource: "Deactivate orders-eu?" */
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: ReactNode;
  /** The verb on the button. */
  action: string;
  cancel?: string;
  danger?: boolean;
};

const loadDialog = () => import("@/components/ui/confirm-dialog");

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

/** Asks before an action whose consequence the operator should read. Resolves to true if they confirm. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider above it.");
  return ask;
}

type Open = { question: Question; settle: (yes: boolean) => void };

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const late = useLate(loadDialog, open !== null);

  const ask = useCallback<Ask>((question) => new Promise((settle) => setOpen({ question, settle })), []);

  const answer = (yes: boolean) => {
    open?.settle(yes);
    setOpen(null);
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      {open && late && <late.ConfirmDialog question={open.question} onAnswer={answer} />}
    </ConfirmContext>
  );
}
