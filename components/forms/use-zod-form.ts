"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues } from "react-hook-form";
import { type Schema, useCheckedForm, type ZodForm, type ZodFormOptions } from "@/components/forms/use-checked-form";

const RESOLVER = Promise.resolve({ zodResolver });
const loadResolver = () => RESOLVER;

/** A form that is checked by what came with its page: it can be sent although a new version has taken over meanwhile. */
export function useZodForm<Values extends FieldValues, S extends Schema>(
  options: ZodFormOptions<Values, S>,
): ZodForm<Values> {
  return useCheckedForm(options, loadResolver);
}
