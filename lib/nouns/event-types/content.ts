import type { Selectable } from "kysely";
import type { EventTypes } from "@/lib/db/generated";
import { jsonEqual } from "@/lib/filter/json-equal";
import { type FieldError, HookyardError, invalidFields } from "@/lib/kernel/errors";
import type { Change } from "@/lib/nouns/event-types/changes/change";
import { findSchemaChanges } from "@/lib/nouns/event-types/changes/find-changes";
import { findSchemaErrors } from "@/lib/nouns/event-types/check-schema";
import type { UpdateEventType } from "@/lib/nouns/event-types/schemas";
import { type SchemaObject, toValidator } from "@/lib/nouns/event-types/validator";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

/** What a version keeps of an event type, as it is stored: the JSON as text. */
export type Content = Pick<Selectable<EventTypes>, "description" | "example" | "json_schema">;

const MAX_EXAMPLE_CHARACTERS = 65_536;

/** Throws `invalid_fields` for a schema that cannot be used. */
export function checkSchema({ json_schema }: Pick<UpdateEventType, "json_schema">): void {
  const errors = json_schema ? findSchemaErrors(json_schema) : [];
  if (errors.length > 0) throw invalidFields(errors);
}

/** The content that a checked change makes of this one. Throws `invalid_fields` if the example is not one of its schema. */
export function changeContent(before: Content, input: UpdateEventType): Content {
  const { description = before.description, example, json_schema } = input;
  const after = {
    description,
    example: toText(example, before.example),
    json_schema: toText(json_schema, before.json_schema),
  };
  const errors = isSameJson(before, after) ? [] : findExampleErrors(after);
  if (errors.length > 0) throw invalidFields(errors);
  return after;
}

/** What is wrong with an example, by path below `example`; empty if there is none. */
export function findExampleErrors({ example, json_schema }: Pick<Content, "example" | "json_schema">): FieldError[] {
  if (example === null) return [];
  if (example.length > MAX_EXAMPLE_CHARACTERS) return [{ path: "example", message: "An example has at most 64 KiB." }];
  if (json_schema === null) return [];
  const errors = toValidator(json_schema)(parseExact(example));
  return errors.map(({ path, message }) => ({ path: path.replace(/^data/, "example"), message }));
}

/** What changed for receivers; empty if nothing did. */
export function findContentChanges(before: Content, after: Content): Change[] {
  const [from, to] = [before, after].map(({ json_schema }) => parse(json_schema) as SchemaObject | null);
  const words = [
    ...(before.description === after.description ? [] : ["description"]),
    ...(jsonEqual(parse(before.example), parse(after.example)) ? [] : ["example"]),
  ];
  return [
    ...findSchemaChanges(from ?? null, to ?? null),
    ...words.map((field) => ({ path: field, message: `The ${field} changed`, is_breaking: false })),
  ];
}

/** Whether both are the same but for the way in which their JSON is written. */
export function isSameContent(a: Content, b: Content): boolean {
  return a.description === b.description && isSameJson(a, b);
}

/** Refuses a change that would break receivers, with each reason. */
export function refuseBreaking(changes: readonly Change[]): void {
  const breaking = changes.filter((one) => one.is_breaking);
  if (breaking.length === 0) return;
  throw new HookyardError(
    "breaking_change",
    "This would break receivers of the event type. Send accept_breaking_changes: true to save it all the same.",
    { fields: breaking.map(({ message }) => ({ path: "json_schema", message })) },
  );
}

function isSameJson(a: Content, b: Content): boolean {
  return jsonEqual(parse(a.example), parse(b.example)) && jsonEqual(parse(a.json_schema), parse(b.json_schema));
}

function toText(given: unknown, present: string | null): string | null {
  if (given === undefined) return present;
  return given === null ? null : stringifyExact(given);
}

function parse(text: string | null): unknown {
  return text === null ? null : parseExact(text);
}
