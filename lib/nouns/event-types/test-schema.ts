import { invalidFields } from "@/lib/kernel/errors";
import { findSchemaErrors } from "@/lib/nouns/event-types/check-schema";
import type { TestEventTypeSchema, TestedEventTypeSchema } from "@/lib/nouns/event-types/schemas";
import { toValidator } from "@/lib/nouns/event-types/validator";
import { stringifyExact } from "@/lib/wire/exact-json";

/** Holds a payload against a schema as an event of it would be; `invalid_fields` when the schema itself cannot be used. */
export function testSchema({ json_schema, data }: TestEventTypeSchema): TestedEventTypeSchema {
  const wrong = findSchemaErrors(json_schema);
  if (wrong.length > 0) throw invalidFields(wrong);
  const errors = toValidator(stringifyExact(json_schema))(data);
  return { matches: errors.length === 0, errors };
}
