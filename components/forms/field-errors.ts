import type { FieldValues, Path, FieldError as ReactHookFormError, UseFormReturn } from "react-hook-form";
import type { FieldError } from "@/lib/kernel/errors";

/** Puts the server's errors beside their fields. False if there was none to place. */
export function placeFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError">,
  fields: readonly FieldError[],
): boolean {
  for (const { path, message } of fields) form.setError(path as Path<Values>, { type: "server", message });
  return fields.length > 0;
}

/** All messages at a path and below it: a list or an object has its errors at its parts. */
export function messagesAt(errors: object, path: string): string[] {
  let node: unknown = errors;
  for (const part of path.split(".")) {
    if (typeof node !== "object" || node === null) return [];
    node = (node as Record<string, unknown>)[part];
  }
  return [...new Set(collect(node, path).map(({ message }) => message))];
}

/** The messages that no shown field has, with their path. The form's own refusal is not among them. */
export function strayMessages(errors: object, shown: readonly string[]): string[] {
  return collect(errors, "")
    .filter(({ path }) => !path.startsWith("root.") && !shown.some((name) => isWithin(path, name)))
    .map(({ path, message }) => `${path}: ${message}`);
}

function collect(node: unknown, path: string): FieldError[] {
  if (typeof node !== "object" || node === null) return [];
  const { message } = node as Partial<ReactHookFormError>;
  if (typeof message === "string" && message !== "") return [{ path, message }];
  return Object.entries(node).flatMap(([key, part]) =>
    key === "ref" ? [] : collect(part, path === "" ? key : `${path}.${key}`),
  );
}

function isWithin(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`);
}
