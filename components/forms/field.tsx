"use client";

import { type ReactNode, useId } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import { messagesAt } from "@/components/forms/field-errors";
import { useShownField } from "@/components/forms/form-context";
import { cn } from "@/components/ui/class-names";

/** What a control inside a field needs to be named and described. */
export type ControlProps = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

/** The words below a control. */
export type FieldWords = {
  /** What may stand in the field: an error says it too, and takes its place. */
  rule?: string | undefined;
  /** What the field is for; it stays beside an error. */
  help?: ReactNode;
};

type FieldProps = FieldWords & {
  name: string;
  label: string;
  /** Keeps the label for screen readers only. */
  hidesLabel?: boolean;
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label above, control, errors that say what to do, help below. */
export function Field({ name, label, hidesLabel, rule, help, optional, className, children }: FieldProps) {
  const id = useId();
  const messages = useMessages(name, label);
  const isWrong = messages.length > 0;
  const hint = isWrong ? help : toHint(rule, help);
  const describedBy = [isWrong && `${id}-error`, hint && `${id}-help`].filter(Boolean).join(" ");

  return (
    <div data-field={name} className={cn("min-w-0 scroll-mt-20 scroll-mb-32", className)}>
      <div className={hidesLabel ? "sr-only" : "mb-1 flex items-baseline gap-2"}>
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {optional && <span className="text-ink-muted text-sm">Optional</span>}
      </div>
      {children({ id, "aria-invalid": isWrong, "aria-describedby": describedBy || undefined })}
      <FieldError id={`${id}-error`} messages={messages} />
      {hint && (
        <p id={`${id}-help`} className="mt-1 text-ink-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a field that shows it by itself. */
export function useMessages(name: string, label: string): string[] {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  useShownField(name, label);
  return messagesAt(errors, name);
}

export function FieldError({ id, messages }: { id: string; messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <p id={id} className="mt-1 break-words text-failure text-sm">
      {messages.join(" ")}
    </p>
  );
}

function toHint(rule: string | undefined, help: ReactNode): ReactNode {
  if (!rule || !help) return rule ?? help;
  return (
    <>
      {rule} {help}
    </>
  );
}
