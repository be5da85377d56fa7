import { invalidFields } from "@/lib/kernel/errors";
import { findSchemaErrors } from "@/lib/nouns/event-types/check-schema";
import type { TestEventTypeSchema, TestedEventTypeSchema } from "@/lib/nouns/event-types/schemas";
import { toValidator } from "@/lib/nouns/event-types/validator";
import { stringifyExact } from "@/lib/wire/exact-json";

/** Validates a payload like that of an event of the type; throws `invalid_fields` if the schema itself is invalid. */
export function testSchema({ json_schema, data }: TestEventTypeSchema): TestedEventTypeSchema {
  const wrong = findSchemaErrors(json_schema);
  if (wrong.length > 0) throw invalidFields(wrong);
  const errors = toValidator(stringifyExact(json_schema))(data);
  return { matches: errors.length === 0, errors };
}
