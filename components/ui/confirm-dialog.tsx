"use client";

import { AlertDialog } from "radix-ui";
import { Button } from "@/components/ui/button";
import type { Question } from "@/components/ui/confirm";

type ConfirmDialogProps = { question: Question; onAnswer: (yes: boolean) => void };

export function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open onOpenChange={(stays) => !stays && onAnswer(false)}>
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
              <Button variant={question.danger ? "danger" : "primary"} onClick={() => onAnswer(true)}>
                {question.action}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
