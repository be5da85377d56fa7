import type { FieldError } from "@/lib/kernel/errors";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { isTakenHeader } from "@/lib/wire/sent-header";

/**
 * Finds headers of a project's deliveries that would have the same name, by their fields. Pure; the form uses it too.
 */
export function findHeaderClashes({ signature, delivery }: ProjectSettings): FieldError[] {
  const errors: FieldError[] = [];
  if (isTakenHeader(signature.header)) {
    const message = "This header has another meaning. Choose another name.";
    errors.push({ path: "settings.signature.header", message });
  }
  const used = new Map([[signature.header.toLowerCase(), "the signature header"]]);
  for (const [field, what] of TOLD) {
    const name = delivery[field].toLowerCase();
    if (name === "") continue;
    const other = used.get(name);
    if (other) errors.push({ path: `settings.delivery.${field}`, message: `This is the name of ${other} already.` });
    else used.set(name, what);
  }
  return errors;
}

const TOLD = [
  ["event_type_header", "the event type's header"],
  ["event_id_header", "the event id's header"],
  ["attempt_header", "the attempt's header"],
] as const;
