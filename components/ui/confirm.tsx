"use client";

import { AlertDialog } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { Button } from "@/components/ui/button";

type Question = {
  /** Names the resource: "Deactivate orders-eu?" */
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: ReactNode;
  /** The verb on the button. */
  action: string;
  cancel?: string;
  danger?: boolean;
};

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

  const ask = useCallback<Ask>((question) => new Promise((settle) => setOpen({ question, settle })), []);

  const answer = (yes: boolean) => {
    open?.settle(yes);
    setOpen(null);
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      <AlertDialog.Root open={open !== null} onOpenChange={(stays) => !stays && answer(false)}>
        {open && <ConfirmContent question={open.question} onConfirm={() => answer(true)} />}
      </AlertDialog.Root>
    </ConfirmContext>
  );
}

function ConfirmContent({ question, onConfirm }: { question: Question; onConfirm: () => void }) {
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className="enter-fade fixed inset-0 z-50 bg-[#0b0d0f]/45" />
      <AlertDialog.Content className="enter-up fixed inset-x-4 top-[18vh] z-50 mx-auto max-w-md rounded-lg border bg-raised p-5 shadow-popover outline-none">
        <AlertDialog.Title className="font-medium text-base">{question.title}</AlertDialog.Title>
        <AlertDialog.Description className="mt-2 text-ink-muted text-sm">
          {question.consequence}
        </AlertDialog.Description>
        <div className="mt-5 flex justify-end gap-2">
          <AlertDialog.Cancel asChild>
            <Button variant="secondary">{question.cancel ?? "Cancel"}</Button>
          </AlertDialog.Cancel>
          <AlertDialog.Action asChild>
            <Button variant={question.danger ? "danger" : "primary"} onClick={onConfirm}>
              {question.action}
            </Button>
          </AlertDialog.Action>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Portal>
  );
}
