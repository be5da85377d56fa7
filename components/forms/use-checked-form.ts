"use client";

import { useState } from "react";
import { type DefaultValues, type FieldValues, type Resolver, set, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { placeFieldErrors } from "@/components/forms/field-errors";
import { ApiError } from "@/lib/api/client";
import type { FieldError } from "@/lib/kernel/errors";

export type Schema = z.ZodType<unknown, FieldValues>;

/** Gets what checks a form by a schema. */
type LoadResolver = () => Promise<Pick<typeof import("@hookform/resolvers/zod"), "zodResolver">>;

export type ZodFormOptions<Values extends FieldValues, S extends Schema> = {
  /** The schema of /v1; a page that has nothing but its form fetches it when somebody is there. */
  schema: S | ((values: Values) => S | Promise<S>);
  defaultValues: DefaultValues<Values>;
  /**
   * Converts the fields' values to the input; under the same names for existing fields, so that errors find their
   * place.
   */
  toInput: (values: Values) => z.input<S>;
  /** Finds errors that the schema cannot see, such as text that should be JSON; by the paths of the fields. */
  check?: (values: Values) => FieldError[];
  submit: (input: z.input<S>, values: Values) => Promise<void>;
};

export type ZodForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  onSubmit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** A refusal that belongs to no field. */
  refusal: ApiError | null;
  /**
   * How often it was sent. Not the form state's `submitCount`: with one more watched key, `reset()` would no longer draw
   * the form again, and its fields would not be registered any more.
   */
  sendings: number;
};

/**
 * A form checked by the schema that the API uses: when it is sent, then at every change. Not when a field loses focus,
 * because a message that appears then moves the button from under the pointer, and the click is lost. The server's
 * errors (`error.fields`) are shown beside their fields like any other error.
 */
export function useCheckedForm<Values extends FieldValues, S extends Schema>(
  options: ZodFormOptions<Values, S>,
  loadResolver: LoadResolver,
): ZodForm<Values> {
  const { schema, defaultValues, toInput, check, submit } = options;
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [sendings, setSendings] = useState(0);

  const resolver: Resolver<Values> = async (values, context, resolverOptions) => {
    const { zodResolver } = await loadResolver();
    const shape = typeof schema === "function" ? await schema(values) : schema;
    const validate = zodResolver(shape) as unknown as Resolver<FieldValues>;
    const { errors } = await validate(toInput(values) as FieldValues, context, resolverOptions as never);
    for (const { path, message } of check?.(values) ?? []) set(errors, path, { type: "check", message });
    const failed = Object.keys(errors).length > 0;
    return (failed ? { values: {}, errors } : { values, errors: {} }) as Awaited<ReturnType<Resolver<Values>>>;
  };

  // The page's order decides which wrong field gets the focus: see `Form`.
  const form = useForm<Values>({ resolver, defaultValues, mode: "onSubmit", shouldFocusError: false });

  const send = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await submit(toInput(values), values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const placed = placeFieldErrors(form, fieldsOf(error, values));
      if (placed) return;
      refuse(error);
    }
  });

  function refuse(error: ApiError): void {
    setRefusal(error);
    // Without an error of its own the form would count as sent, with its button disabled and its edits as saved.
    form.setError("root.refusal", { type: "server", message: error.message });
  }

  /** Whether what checks the form is there, or can be fetched now. */
  const isCheckable = async () => {
    try {
      await Promise.all([loadResolver(), typeof schema === "function" && schema(form.getValues())]);
      return true;
    } catch {
      refuse(new ApiError({ status: 0, code: "unavailable", message: "Hookyard does not answer. Is it running?" }));
      return false;
    }
  };

  const onSubmit = async (event?: React.BaseSyntheticEvent) => {
    event?.preventDefault();
    // The form of a dialog that a form opened is inside it for React, which would send both.
    event?.stopPropagation();
    if (await isCheckable()) await send(event);
    setSendings((count) => count + 1);
  };

  return { form, onSubmit, refusal, sendings };
}

/** The wrong fields. A duplicate is caused by its name, which the refusal does not say. */
function fieldsOf(error: ApiError, values: FieldValues): FieldError[] {
  const isTaken = error.code === "duplicate" && error.fields.length === 0 && "name" in values;
  return isTaken ? [{ path: "name", message: error.message }] : error.fields;
}
