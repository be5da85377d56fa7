import type { Change, Tell } from "@/lib/nouns/event-types/changes/change";
import { Comparison } from "@/lib/nouns/event-types/changes/compare";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";

const MAX_COLLECTED = 2_000;
/** How many changes are told; the breaking ones first. */
export const MAX_CHANGES = 100;

/**
 * Finds what changed between two JSON Schemas of an event type's `data`, from its receivers' point of view: they were
 * written for the schema before, and get events by the one after. null is no schema.
 *
 * A change is compatible if a receiver of before can read every event of after: what Confluent's Schema Registry calls
 * forward compatibility (docs.confluent.io, "Schema Evolution and Compatibility"). So a value may become narrower, not
 * wider: another type, one more value of an `enum`, null, a looser limit and a field that is not always there any more
 * are breaking. Two rules are those of APIs (docs.stripe.com/upgrades, "What changes does Stripe consider to be
 * backward compatible?"): a new field is compatible, also where `additionalProperties` was false, because receivers
 * ignore fields that they do not know; and a field that is removed is breaking, also an optional one, because a
 * receiver may have been written for it. A rule that cannot be compared, such as `not`, is breaking when it changes.
 *
 * The time is bounded whatever the schemas are; what is too large or recurs is told as a breaking change.
 */
export function findSchemaChanges(before: SchemaObject | null, after: SchemaObject | null): Change[] {
  if (before === null && after === null) return [];
  if (before === null)
    return [{ path: "data", message: "`data` has a schema now; it could be anything before", is_breaking: false }];
  if (after === null)
    return [{ path: "data", message: "The schema was removed: `data` may be anything", is_breaking: true }];
  const breaking: Change[] = [];
  const compatible: Change[] = [];
  const tell: Tell = (path, message, is_breaking) => {
    const list = is_breaking ? breaking : compatible;
    if (list.length < MAX_COLLECTED) list.push({ path, message, is_breaking });
  };
  new Comparison({ before, after }, tell).compare("data", { before: [before], after: [after] });
  return cut([...breaking, ...compatible]);
}

function cut(changes: Change[]): Change[] {
  if (changes.length <= MAX_CHANGES) return changes;
  const rest = changes.slice(MAX_CHANGES - 1);
  const more = {
    path: "data",
    message: `${rest.length} more changes`,
    is_breaking: rest.some((one) => one.is_breaking),
  };
  return [...changes.slice(0, MAX_CHANGES - 1), more];
}
