/** The parts of an OpenAPI 3.1 document that the reference draws. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
};

type Content = { "application/json"?: { schema: Schema } };
type Response = { $ref?: string; description?: string; content?: Content };

type RawOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  "x-permission"?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

export type OpenApi = {
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, { parameters?: Parameter[] } & Partial<Record<Method, RawOperation>>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
};

type Answer = { status: string; description: string; schema: Schema | null };

export type Operation = {
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description: string;
  permission: string;
  parameters: Parameter[];
  body: Schema | null;
  answers: Answer[];
};

/** One row of the list of operations. */
export type OperationName = Pick<Operation, "id" | "method" | "path" | "tag" | "summary">;

/** Every operation, in the document's order. */
export function listOperations(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = item[method];
      return raw ? [toOperation(document, raw, { method, path, shared: item.parameters ?? [] })] : [];
    }),
  );
}

type Place = { method: Method; path: string; shared: Parameter[] };

function toOperation(document: OpenApi, raw: RawOperation, { method, path, shared }: Place): Operation {
  const { "x-permission": permission = "", description = "" } = raw;
  return {
    id: raw.operationId,
    method,
    path,
    tag: raw.tags[0] ?? "",
    summary: raw.summary,
    description: description.endsWith(permission) ? description.slice(0, -permission.length).trim() : description,
    permission,
    parameters: [...shared, ...(raw.parameters ?? [])],
    body: raw.requestBody?.content["application/json"]?.schema ?? null,
    answers: Object.entries(raw.responses).map(([status, response]) => toAnswer(document, status, response)),
  };
}

function toAnswer({ components }: OpenApi, status: string, given: Response): Answer {
  const response = given.$ref ? (components.responses[nameOf(given.$ref)] ?? given) : given;
  const schema = response.content?.["application/json"]?.schema ?? null;
  return { status, description: response.description ?? "", schema };
}

export type Schemas = Record<string, Schema>;

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Resolves a schema that is only a name; fields beside the name win. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...beside } = schema;
  return { ...schemas[nameOf($ref)], ...beside };
}

/** The alternatives of a value, without `null`. */
export function kindsOf(schema: Schema, schemas: Schemas): Schema[] {
  const { anyOf, oneOf } = resolve(schema, schemas);
  const choices = anyOf ?? oneOf;
  if (!choices) return [schema];
  return choices.filter(({ type }) => type !== "null").flatMap((one) => kindsOf(one, schemas));
}

function isNullable(schema: Schema, schemas: Schemas): boolean {
  const { anyOf, oneOf, type } = resolve(schema, schemas);
  return [type].flat().includes("null") || (anyOf ?? oneOf ?? []).some((one) => one.type === "null");
}

/** A schema's type in words: "string (uuid)", "list of Event", "integer or null". */
export function typeWords(schema: Schema, schemas: Schemas): string {
  const words = kindsOf(schema, schemas).map((kind) => {
    if (kind.$ref) return nameOf(kind.$ref);
    if (kind.items) return `list of ${typeWords(kind.items, schemas)}`;
    if (kind.const !== undefined) return JSON.stringify(kind.const);
    const type = [kind.type ?? "anything"].flat().filter((one) => one !== "null");
    return `${type.join(" or ")}${kind.format ? ` (${kind.format})` : ""}`;
  });
  return [...new Set(words), ...(isNullable(schema, schemas) ? ["null"] : [])].join(" or ");
}

/** The constraints of a value besides its type: its length, its range, its default. */
export function listRules(schema: Schema, schemas: Schemas): string[] {
  const kind = kindsOf(schema, schemas)[0];
  const known = { ...(kind && resolve(kind, schemas)), ...schema };
  return [
    range(known.minimum, known.maximum, ""),
    range(known.minLength, known.maxLength, " characters"),
    range(known.minItems, known.maxItems, " items"),
    known.default === undefined ? "" : `default ${JSON.stringify(known.default)}`,
  ].filter((rule) => rule !== "");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const [from, to] = [least, most].map((one) => (one === undefined ? null : one.toLocaleString("en")));
  // A bound that no number can exceed is omitted.
  if (to && most !== undefined && most < Number.MAX_SAFE_INTEGER) {
    return from && least !== 0 ? `${from} to ${to}${unit}` : `at most ${to}${unit}`;
  }
  return from && least !== undefined && least > -Number.MAX_SAFE_INTEGER ? `at least ${from}${unit}` : "";
}

const DEEPEST = 6;

/** A value that the schema accepts: its example if it has one, otherwise composed of its parts. */
export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const known = resolve(schema, schemas);
  const told = toldValue(known);
  if (told !== undefined) return told;
  const kind = (known.anyOf ?? known.oneOf)?.[0];
  if (kind) return exampleOf(kind, schemas, depth);
  if (known.items) return depth < DEEPEST ? [exampleOf(known.items, schemas, depth + 1)] : [];
  if (known.properties) return depth < DEEPEST ? exampleOfEach(known.properties, schemas, depth + 1) : {};
  return exampleOfType(known);
}

/** The first value that the schema itself tells. */
function toldValue({ examples = [], const: only, default: usual, enum: choices = [] }: Schema): unknown {
  return [examples[0], only, usual, choices[0]].find((one) => one !== undefined);
}

function exampleOfEach(properties: Schemas, schemas: Schemas, depth: number): Record<string, unknown> {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, one]) => [name, exampleOf(one, schemas, depth)]));
}

function exampleOfType({ type = "null" }: Schema): unknown {
  return EXAMPLE_OF_TYPE[[type].flat()[0] ?? "null"] ?? null;
}

const EXAMPLE_OF_TYPE: Record<string, unknown> = { string: "text", integer: 1, number: 1, boolean: true, object: {} };
