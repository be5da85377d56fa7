"use client";

import { type ReactNode, useId } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import { messagesAt } from "@/components/forms/field-errors";
import { cn } from "@/components/ui/class-names";

/** What a control inside a field needs to be named and described. */
export type ControlProps = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

type FieldProps = {
  name: string;
  label: ReactNode;
  help?: ReactNode;
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label above, control, errors that say what to do, help below. */
export function Field({ name, label, help, optional, className, children }: FieldProps) {
  const id = useId();
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const messages = messagesAt(errors, name);
  const describedBy = [messages.length > 0 && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");

  return (
    <div className={cn("min-w-0", className)}>
      <div className="mb-1 flex items-baseline gap-2">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {optional && <span className="text-ink-muted text-sm">Optional</span>}
      </div>
      {children({ id, "aria-invalid": messages.length > 0, "aria-describedby": describedBy || undefined })}
      {messages.length > 0 && (
        <p id={`${id}-error`} className="mt-1 text-failure text-sm">
          {messages.join(" ")}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="mt-1 text-ink-muted text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
