"use client";

import { createContext, type ReactNode, use } from "react";
import { type FieldValues, FormProvider, useFormState } from "react-hook-form";
import { strayMessages } from "@/components/forms/field-errors";
import type { ZodForm } from "@/components/forms/use-zod-form";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/class-names";
import type { ApiError } from "@/lib/api/client";

type FormProps<Values extends FieldValues> = ZodForm<Values> & {
  label: string;
  /** Shows the values to readers who may not change them. */
  readOnly?: boolean;
  children: ReactNode;
  className?: string;
};

const FormReadOnly = createContext(false);

/** Whether the form is read-only, for controls that a disabled fieldset does not reach. */
export function useReadOnly(): boolean {
  return use(FormReadOnly);
}

export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { form, onSubmit, refusal, label, readOnly = false, children, className } = props;
  return (
    <FormProvider {...form}>
      {/* If the browser itself sent the form before hydration, GET would put the typed values into the address. */}
      <form method="post" noValidate aria-label={label} onSubmit={onSubmit}>
        <fieldset disabled={readOnly} className={cn("min-w-0", className)}>
          <legend className="sr-only">{label}</legend>
          <Refusals form={form} refusal={refusal} />
          <FormReadOnly value={readOnly}>{children}</FormReadOnly>
        </fieldset>
      </form>
    </FormProvider>
  );
}

type RefusalsProps<Values extends FieldValues> = { form: ZodForm<Values>["form"]; refusal: ApiError | null };

/** Errors that no field can show: a refusal of the whole, and wrong fields that the form does not have. */
function Refusals<Values extends FieldValues>({ form, refusal }: RefusalsProps<Values>) {
  const { errors } = useFormState({ control: form.control });
  const stray = strayMessages(errors, ["root", ...Object.keys(form.getValues())]);
  if (!refusal && stray.length === 0) return null;
  return (
    <Callout tone="error" className="mb-5">
      {refusal && <p>{refusal.message}</p>}
      {stray.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {refusal?.requestId && <p className="text-ink-muted">Request {refusal.requestId}</p>}
    </Callout>
  );
}
