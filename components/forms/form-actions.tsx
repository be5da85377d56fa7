"use client";

import { useFormContext, useFormState } from "react-hook-form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { useUnsavedWarning } from "@/components/forms/unsaved-warning";
import { Button } from "@/components/ui/button";

/** The buttons below a form that creates something. */
export function CreateActions({ action, onCancel }: { action: string; onCancel?: () => void }) {
  const { control } = useFormContext();
  const { isSubmitting, isDirty, isSubmitSuccessful } = useFormState({ control });
  useUnsavedWarning(isDirty && !isSubmitting && !isSubmitSuccessful);
  return (
    <div className="space-y-3 border-t pt-5">
      <FormRefusal namesFields />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </div>
  );
}

/** Appears at the bottom when a field was changed, and disappears with saving or undoing. */
export function SaveBar({ action = "Save changes" }: { action?: string }) {
  const { control, reset } = useFormContext();
  const { isSubmitting, isDirty } = useFormState({ control });
  useUnsavedWarning(isDirty && !isSubmitting);
  if (!isDirty) return null;
  return (
    <div className="enter-up sticky bottom-(--dock) z-20 -mx-4 mt-6 space-y-3 border-t bg-raised px-4 py-3 shadow-bar md:mx-0 md:rounded-t-lg md:border-x">
      <FormRefusal namesFields />
      <div className="flex items-center gap-2">
        <p className="mr-auto text-ink-muted text-sm">Unsaved changes</p>
        <Button onClick={() => reset()} disabled={isSubmitting}>
          Undo
        </Button>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {action}
        </Button>
      </div>
    </div>
  );
}
