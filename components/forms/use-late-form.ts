"use client";

import type { FieldValues } from "react-hook-form";
import { type Schema, useCheckedForm, type ZodForm, type ZodFormOptions } from "@/components/forms/use-checked-form";
import { useAhead } from "@/components/late/use-touched";

const loadResolver = () => import("@hookform/resolvers/zod");

/** The form of a page that has nothing else: what checks it is fetched when somebody is there. */
export function useLateForm<Values extends FieldValues, S extends Schema>(
  options: ZodFormOptions<Values, S>,
): ZodForm<Values> {
  useAhead(loadResolver);
  return useCheckedForm(options, loadResolver);
}
