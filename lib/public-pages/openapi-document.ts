import type { PublicCatalogue, PublicContent } from "@/lib/nouns/catalogues/public";
import { mapParts } from "@/lib/nouns/event-types/schema-parts";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { ExactNumber, parseExact } from "@/lib/wire/exact-json";

const SCHEMAS = "#/components/schemas/";

/** The three headers that every delivery has (standardwebhooks.com). */
const HEADERS = [
  { name: "webhook-id", description: "Names the delivery, the same on each attempt" },
  { name: "webhook-timestamp", description: "When this attempt was made, in seconds since 1970" },
  { name: "webhook-signature", description: "Signatures of the id, the timestamp and the body, by Standard Webhooks" },
].map((header) => ({ ...header, in: "header", required: true, schema: { type: "string" } }));

const RESPONSES = { "2XX": { description: "The event is taken. Anything else is a failure, and is tried again." } };

type Described = Pick<PublicCatalogue, "title" | "description" | "envelope">;

/** An OpenAPI 3.1 document of event types as `webhooks`, each with the body of its requests. */
export function toOpenApiDocument(catalogue: Described, types: readonly PublicContent[]): SchemaObject {
  const names = nameComponents(types);
  const schemas = types.flatMap((type): [string, unknown][] =>
    type.schema === null ? [] : [[names.get(type.id) ?? "", toComponent(type.schema, SCHEMAS + names.get(type.id))]],
  );
  return {
    openapi: "3.1.0",
    info: {
      title: catalogue.title,
      version: toVersion(types),
      ...(catalogue.description !== "" && { description: catalogue.description }),
    },
    webhooks: Object.fromEntries(
      types.map((type) => [type.name, { post: toOperation(catalogue, type, names.get(type.id) ?? "") }]),
    ),
    ...(schemas.length > 0 && { components: { schemas: Object.fromEntries(schemas) } }),
  };
}

function toOperation({ envelope }: Described, type: PublicContent, component: string): SchemaObject {
  const payload = type.schema === null ? {} : { $ref: SCHEMAS + component };
  const schema = envelope === "none" ? payload : inEnvelope(type.name, payload);
  const example = type.example === null || seemsToRefer(type.example) ? undefined : parseExact(type.example);
  return {
    operationId: component,
    summary: type.name,
    ...(type.description !== "" && { description: type.description }),
    ...(type.category !== "" && { tags: [type.category] }),
    ...(type.isDeprecated && { deprecated: true }),
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema,
          ...(example !== undefined && { example: envelope === "none" ? example : toEnvelope(type.name, example) }),
        },
      },
    },
    responses: RESPONSES,
  };
}

/** Some tools follow `$ref` in an example too, and read a file of its name: such an example is left out. */
function seemsToRefer(example: string): boolean {
  return /"(?:\$|\\u0024)ref"/i.test(example);
}

function inEnvelope(name: string, data: SchemaObject): SchemaObject {
  return {
    type: "object",
    required: ["type", "timestamp", "data"],
    properties: { type: { const: name }, timestamp: { type: "string", format: "date-time" }, data },
  };
}

/** The body of a delivery in the envelope of Standard Webhooks, as it looks at some time. */
export function toEnvelope(type: string, data: unknown): SchemaObject {
  return { type, timestamp: "2026-01-31T12:00:00.000Z", data };
}

/** A name that a component may have for each type (OpenAPI 3.1, 4.8.7), each once. */
function nameComponents(types: readonly PublicContent[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    types.map(({ id, name }) => {
      const base = name.replace(/[^\w.-]/g, "_");
      let free = base;
      for (let n = 2; taken.has(free); n += 1) free = `${base}_${n}`;
      taken.add(free);
      return [id, free];
    }),
  );
}

/** A schema as a component: what it refers to inside itself is below the component now. */
function toComponent(schema: string, place: string): unknown {
  const { $schema: _schema, $id: _id, ...bare } = parseExact(schema) as SchemaObject;
  return moveReferences(bare, place);
}

function moveReferences(schema: unknown, place: string): unknown {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema) || schema instanceof ExactNumber)
    return schema;
  const entries = mapParts(schema as SchemaObject, (part) => moveReferences(part, place));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, keyword === "$ref" ? String(value).replace("#", place) : value]),
  );
}

/** The day of the latest change. */
function toVersion(types: readonly PublicContent[]): string {
  const latest = Math.max(0, ...types.map(({ changedAt }) => changedAt?.getTime() ?? 0));
  return latest === 0 ? "1" : new Date(latest).toISOString().slice(0, 10);
}
