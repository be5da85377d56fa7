import type { FieldValues, Path, FieldError as ReactHookFormError, UseFormReturn } from "react-hook-form";
import type { FieldError } from "@/lib/kernel/errors";

/** Puts the server's errors beside their fields and focuses the first. False if there was none to place. */
export function placeFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  fields: readonly FieldError[],
): boolean {
  for (const [index, field] of fields.entries()) {
    form.setError(field.path as Path<Values>, { type: "server", message: field.message }, { shouldFocus: index === 0 });
  }
  return fields.length > 0;
}

/** All messages at a path and below it: a list or an object has its errors at its parts. */
export function messagesAt(errors: object, path: string): string[] {
  let node: unknown = errors;
  for (const part of path.split(".")) {
    if (typeof node !== "object" || node === null) return [];
    node = (node as Record<string, unknown>)[part];
  }
  return [...new Set(collect(node))];
}

function collect(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { message } = node as Partial<ReactHookFormError>;
  if (typeof message === "string" && message !== "") return [message];
  return Object.entries(node).flatMap(([key, part]) => (key === "ref" ? [] : collect(part)));
}

/** The messages of fields that the form does not show, with their path. */
export function strayMessages(errors: object, shown: readonly string[]): string[] {
  return Object.keys(errors)
    .filter((name) => !shown.includes(name))
    .flatMap((name) => messagesAt(errors, name).map((message) => `${name}: ${message}`));
}
