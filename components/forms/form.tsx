"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldValues, FormProvider, useFormState } from "react-hook-form";
import { FormFrameContext, WRONG_CONTROL } from "@/components/forms/form-context";
import { useHeldPage } from "@/components/forms/held-page";
import type { ZodForm } from "@/components/forms/use-checked-form";
import { cn } from "@/components/ui/class-names";

type FormProps<Values extends FieldValues> = ZodForm<Values> & {
  label: string;
  /** Shows the values to readers who may not change them. */
  readOnly?: boolean;
  /** Why they may not. */
  readOnlyWhy?: string;
  children: ReactNode;
  className?: string;
};

const ADMINS_ONLY = "Only admins of this project change this.";

/** A form whose children include a `FormRefusal` beside the button that sends it. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const {
    form,
    onSubmit,
    refusal,
    sendings,
    label,
    readOnly = false,
    readOnlyWhy = ADMINS_ONLY,
    children,
    className,
  } = props;
  const element = useRef<HTMLFormElement>(null);
  const [shown] = useState(() => new Map<string, string>());
  const { isDirty } = useFormState({ control: form.control });
  useHeldPage(isDirty);

  // The fields and the refusal are drawn by then: effects of children come first.
  useEffect(() => {
    if (sendings > 0 && element.current) leadToError(element.current);
  }, [sendings]);

  return (
    <FormProvider {...form}>
      {/* If the browser itself sent the form before hydration, GET would put the typed values into the address. */}
      <form ref={element} method="post" noValidate aria-label={label} onSubmit={onSubmit}>
        <fieldset disabled={readOnly} className={cn("min-w-0", className)}>
          <legend className="sr-only">{label}</legend>
          {readOnly && <p className="mb-5 text-ink-muted text-sm">{readOnlyWhy}</p>}
          <FormFrameContext value={{ readOnly, refusal, shown }}>{children}</FormFrameContext>
        </fieldset>
      </form>
    </FormProvider>
  );
}

/** Focuses the first wrong field in the page's order, or shows the refusal of the whole beside its button. */
function leadToError(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>(WRONG_CONTROL);
  if (wrong) {
    (wrong.closest("[data-field]") ?? wrong).scrollIntoView({ block: "nearest" });
    wrong.focus({ preventScroll: true });
    return;
  }
  const refusal = form.querySelector("[data-refusal]");
  if (!refusal) return;
  form.querySelector('button[type="submit"]')?.scrollIntoView({ block: "nearest" });
  refusal.scrollIntoView({ block: "nearest" });
}
