import type { FieldError } from "@/lib/kernel/errors";
import { resolvePointer } from "@/lib/nouns/event-types/schema-parts";
import type { ImportEventTypes } from "@/lib/nouns/event-types/schemas";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { ExactNumber } from "@/lib/wire/exact-json";

/** An event type as a document describes it. */
export type DescribedType = {
  name: string;
  description: string;
  category: string;
  isDeprecated: boolean;
  schema: SchemaObject | null;
  /** null if the document gives none. */
  example: unknown;
};

const MAX_TYPES = 500;
const COMPONENT = "#/components/schemas/";

/**
 * Reads the event types of an OpenAPI 3.1 document: its `webhooks`, each by the JSON of its request, or its
 * `components.schemas`. Component schemas that a type refers to become its `$defs`. Nothing is fetched.
 */
export function readOpenApi({ document, from }: ImportEventTypes): { types: DescribedType[]; errors: FieldError[] } {
  const wrong = (path: string, message: string) => ({ types: [], errors: [{ path, message }] });
  if (!/^3\.[12]\./.test(String(document.openapi))) {
    return wrong("document.openapi", "Give an OpenAPI 3.1 document; older ones describe other schemas.");
  }
  const webhooks = Object.entries(toObject(document.webhooks));
  const schemas = Object.entries(toObject(toObject(document.components).schemas));
  const isWebhooks = (from ?? (webhooks.length > 0 ? "webhooks" : "schemas")) === "webhooks";
  const entries = isWebhooks ? webhooks : schemas;
  if (entries.length === 0) return wrong("document", `It has no ${isWebhooks ? "webhooks" : "components.schemas"}.`);
  if (entries.length > MAX_TYPES) return wrong("document", `At most ${MAX_TYPES} event types at once.`);
  const types = entries.map(([name, item]) =>
    isWebhooks ? describeWebhook(document, name, item) : describeSchema(document, name, item),
  );
  return { types, errors: [] };
}

function describeWebhook(document: SchemaObject, name: string, item: unknown): DescribedType {
  const path = follow(document, item);
  const operation = toObject(path.post ?? path.put ?? path.patch);
  const content = toObject(follow(document, operation.requestBody).content);
  const json = Object.entries(content).find(([type]) => /^application\/(?:[\w.+-]+\+)?json\b/i.test(type))?.[1];
  const { schema, example, examples } = toObject(json);
  const tags: unknown[] = Array.isArray(operation.tags) ? operation.tags : [];
  return {
    name,
    description: textOf(operation.description ?? operation.summary ?? path.description, 2_000),
    category: textOf(tags[0], 200),
    isDeprecated: operation.deprecated === true,
    schema: isObject(schema) ? bundle(document, schema) : null,
    example: example ?? follow(document, Object.values(toObject(examples))[0]).value ?? null,
  };
}

function describeSchema(document: SchemaObject, name: string, item: unknown): DescribedType {
  const { description, title, deprecated, examples } = toObject(item);
  return {
    name,
    description: textOf(description ?? title, 2_000),
    category: "",
    isDeprecated: deprecated === true,
    schema: isObject(item) ? bundle(document, item) : null,
    example: Array.isArray(examples) ? (examples[0] ?? null) : null,
  };
}

/** The schema with the components that it refers to, directly or not, as its own definitions. */
function bundle(document: SchemaObject, schema: SchemaObject): SchemaObject {
  const definitions: SchemaObject = {};
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, key === "$ref" ? adopt(part) : copy(part)]),
    );
  };
  const adopt = (reference: unknown): unknown => {
    if (typeof reference !== "string" || !reference.startsWith(COMPONENT)) return reference;
    const [name = ""] = reference.slice(COMPONENT.length).split("/");
    if (!Object.hasOwn(definitions, name)) {
      definitions[name] = true;
      definitions[name] = copy(resolvePointer(document, COMPONENT + name) ?? true);
    }
    return `#/$defs/${reference.slice(COMPONENT.length)}`;
  };
  const bundled = copy(schema) as SchemaObject;
  if (Object.keys(definitions).length === 0) return bundled;
  return { ...bundled, $defs: { ...toObject(bundled.$defs), ...definitions } };
}

/** The object itself, or the one inside the document that it refers to. */
function follow(document: SchemaObject, item: unknown): SchemaObject {
  const { $ref } = toObject(item);
  return typeof $ref === "string" && $ref.startsWith("#/") ? toObject(resolvePointer(document, $ref)) : toObject(item);
}

function textOf(value: unknown, limit: number): string {
  return typeof value === "string" ? value.trim().slice(0, limit) : "";
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function toObject(value: unknown): SchemaObject {
  return isObject(value) ? value : {};
}
