"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type DefaultValues, type FieldValues, type Resolver, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { placeFieldErrors } from "@/components/forms/field-errors";
import { ApiError } from "@/lib/api/client";

type Schema = z.ZodType<unknown, FieldValues>;

type ZodFormOptions<Values extends FieldValues, S extends Schema> = {
  /** The shape that /v1 takes. */
  schema: S | ((values: Values) => S);
  defaultValues: DefaultValues<Values>;
  /** From what the fields hold to what is sent; the same names where a field exists, so that errors find their place. */
  toInput: (values: Values) => z.input<S>;
  submit: (input: z.input<S>, values: Values) => Promise<void>;
};

export type ZodForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  onSubmit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** A refusal that belongs to no field. */
  refusal: ApiError | null;
};

/**
 * A form checked by the schema that the API uses. Fields are checked when left, then at every change; what the server
 * finds wrong (`error.fields`) stands beside its field like any other error.
 */
export function useZodForm<Values extends FieldValues, S extends Schema>(
  options: ZodFormOptions<Values, S>,
): ZodForm<Values> {
  const { schema, defaultValues, toInput, submit } = options;
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const resolver: Resolver<Values> = async (values, context, resolverOptions) => {
    const shape = typeof schema === "function" ? schema(values) : schema;
    const check = zodResolver(shape) as unknown as Resolver<FieldValues>;
    const result = await check(toInput(values) as FieldValues, context, resolverOptions as never);
    const failed = Object.keys(result.errors).length > 0;
    return (failed ? { values: {}, errors: result.errors } : { values, errors: {} }) as Awaited<
      ReturnType<Resolver<Values>>
    >;
  };

  const form = useForm<Values>({ resolver, defaultValues, mode: "onTouched" });

  const onSubmit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await submit(toInput(values), values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const placed = placeFieldErrors(form, error.fields);
      if (!placed) setRefusal(error);
    }
  });

  return { form, onSubmit, refusal };
}
