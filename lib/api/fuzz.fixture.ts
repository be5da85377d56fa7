import fc from "fast-check";
import { apiDocument } from "@/lib/api/api.fixture";
import type { Operation, Parameter } from "@/lib/api/document/document.fixture";

/** What a request may name: the ids of its own project, of another one, and values that pass checks. */
export type Known = {
  own: Readonly<Record<string, string>>;
  foreign: readonly string[];
  projects: readonly string[];
  masks: readonly string[];
  emails: readonly string[];
};

export type FuzzRequest = {
  operation: string;
  method: string;
  url: string;
  caller: Caller;
  headers: Record<string, string>;
  /** A value to send as JSON, or the text itself. */
  body: { json: unknown } | { text: string; type: string } | null;
  /** Its path names a resource of another project. */
  isTrespass: boolean;
};

export const CALLERS = [
  "admin",
  "admin",
  "admin",
  "admin",
  "admin",
  "operator",
  "viewer",
  "session",
  "session",
  "foreign",
  "none",
] as const;
export type Caller = (typeof CALLERS)[number];

type Any = fc.Arbitrary<unknown>;
type Schema = Record<string, unknown>;

const LONG = "x".repeat(70_000);
const TEXTS = [
  ...[
    "",
    " ",
    "a",
    "\0",
    "\ud800",
    "\udfff\ud800",
    "%",
    "\\",
    "'; drop table projects; --",
    "__proto__",
    "constructor",
  ],
  ...["toString", "[REDACTED]", "a\u202eb", "💥".repeat(100), "x".repeat(201), "x".repeat(3_000), LONG],
  ...["0001-01-01", "9999-12-31T23:59:59-23:59", "9999-12-31", "2024-02-30", "0000-00-00", "2027-01-31T24:00:00Z"],
  ...["http://[::1]/", "https://exa mple/", "http://example.com:99999/", "javascript:alert(1)", "http://a@b:c@d/"],
  ...["$.", "$gt", "a.b.c", "*", "invoice.*", "(a+)+$", "\r\nX-Injected: 1", "#{7*7}", "5m", "1h", "-1s", "1e9d"],
];
const NUMBERS = [-1, 0, -0, 1, 1.5, 255, 256, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324];

const nest = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : { a: [nest(depth - 1, leaf)] });
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: "binary", maxLength: 40 }));
const nasty: Any = fc.oneof(
  { weight: 6, arbitrary: text as Any },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], nest(20, 1), nest(80, "x")),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Texts that are valid somewhere. */
const GOOD_TEXTS = [
  ...["https://example.com/hook", "invoice.paid", "X-Token", "Name", "2027-01-31", "2027-01-31T12:00:00Z", "30s"],
  ...["customer-7", "application/json", "request.header.X-Id", "request.body.id", "a:eq:1", "id:exist:true"],
  ...["function transform(payload) { return payload }", "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ="],
];

/** Builds requests of every operation of the document: valid ones, and ones with broken parts. */
export class RequestMaker {
  constructor(private readonly known: Known) {}

  request(): fc.Arbitrary<FuzzRequest> {
    return fc.constantFrom(...apiDocument.operations).chain((operation) => this.#requestOf(operation));
  }

  #requestOf(operation: Operation): fc.Arbitrary<FuzzRequest> {
    const names = operation.parameters.filter((one) => one.in === "path");
    const queries = operation.parameters.filter((one) => one.in === "query");
    return fc
      .record({
        path: fc.tuple(...names.map((one) => this.#pathPart(one.name))),
        query: queries.length === 0 ? fc.constant("") : this.#query(queries),
        caller: fc.constantFrom(...CALLERS),
        key: fc.option(fc.constantFrom("k1", "k2", "k3", "with space", "x".repeat(300)), { freq: 12 }),
        body: this.#body(operation),
      })
      .map(({ path, query, caller, key, body }) => {
        const parts = [...path];
        const address = operation.path.replace(/\{\w+\}/g, () => parts.shift() ?? "");
        return {
          operation: operation.id,
          method: operation.method.toUpperCase(),
          url: `${address}${query === "" ? "" : `?${query}`}`,
          caller,
          headers: (key === null ? {} : { "idempotency-key": key }) as Record<string, string>,
          body: withoutWait(operation.id, body),
          isTrespass: path.some((part) => this.known.foreign.includes(part)),
        };
      });
  }

  #pathPart(name: string): fc.Arbitrary<string> {
    const { own, foreign, projects, masks } = this.known;
    const strange = fc.oneof(text, fc.uuid()).map((part) => percentEncode(part, 2_000));
    const raw = fc.constantFrom("%00", "%", "%zz", "%ff%fe", "..%2f..", "0", "null", "-");
    if (name === "mask_id") return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...masks) }, strange, raw);
    // `pairedEndpointID` is an `endpointID` with which some operations alone succeed.
    const special = Object.keys(own).filter((key) => key.toLowerCase().endsWith(name.toLowerCase()) && key !== name);
    const fitting = [own[name] ?? "x", ...special.map((key) => own[key] ?? "x")];
    const right = fc.constantFrom(...(name === "projectID" ? projects : fitting));
    return fc.oneof(
      { weight: name === "projectID" ? 40 : 16, arbitrary: right },
      { weight: 2, arbitrary: fc.constantFrom(...foreign) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(own)) },
      { weight: 1, arbitrary: strange },
      { weight: 1, arbitrary: raw },
    );
  }

  #query(parameters: Parameter[]): fc.Arbitrary<string> {
    const pair = fc
      .constantFrom(...parameters)
      .chain(({ name, schema }) =>
        fc.tuple(
          fc.constantFrom(name, name, name, `${name}[]`, name.toUpperCase(), `__proto__[${name}]`),
          fc.oneof({ weight: 4, arbitrary: this.valueOf(schema, 0, name) }, { weight: 1, arbitrary: text as Any }),
        ),
      );
    const cursor = fc.constantFrom("AQABl18sHUR8GY1wlKbhssMGq1Y9pMcB", "", "AAAA", "__8", "\0");
    const paging = fc.tuple(fc.constantFrom("next_page_cursor", "prev_page_cursor"), cursor as Any);
    return fc
      .array(fc.oneof({ weight: 8, arbitrary: pair }, { weight: 1, arbitrary: paging }), { maxLength: 4 })
      .map((pairs) => pairs.map(([key, value]) => `${encodeURIComponent(key)}=${toQueryText(value)}`).join("&"));
  }

  #body(operation: Operation): fc.Arbitrary<FuzzRequest["body"]> {
    const content = operation.requestBody?.content["application/json"];
    if (operation.method === "get") return fc.constant(null);
    if (!content) return fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, RAW_BODY);
    const { schema, example } = content;
    return fc.oneof(
      { weight: 10, arbitrary: this.valueOf(schema as Schema).map((json) => ({ json })) },
      { weight: 10, arbitrary: this.mutated(example).map((json) => ({ json })) },
      { weight: 1, arbitrary: nasty.map((json) => ({ json })) },
      { weight: 2, arbitrary: RAW_BODY },
    );
  }

  /** An example with some broken parts and with ids that exist. */
  mutated(example: unknown, name = ""): Any {
    if (typeof example === "string" && UUID.test(example)) return this.#id(name);
    if (typeof example !== "object" || example === null) return often(fc.constant(example), nasty);
    if (Array.isArray(example)) return often(fc.tuple(...example.map((part) => this.mutated(part))), nasty);
    const parts = Object.fromEntries(Object.entries(example).map(([key, part]) => [key, this.mutated(part, key)]));
    const required = Object.keys(example).slice(0, 3);
    return withExtra(fc.record(parts, { requiredKeys: required }));
  }

  /** A value of a JSON Schema of the document, sometimes with a broken part. */
  valueOf(schema: Schema, depth = 0, name = ""): Any {
    const known = resolve(schema);
    const choices = (known.anyOf ?? known.oneOf) as Schema[] | undefined;
    if (choices) return fc.oneof(...choices.map((one) => this.valueOf(one, depth, name)));
    if ("const" in known) return often(fc.constant(known.const), nasty);
    if (known.enum) return often(fc.constantFrom(...(known.enum as unknown[])), nasty);
    const kinds = [known.type ?? "any"].flat() as string[];
    const value = fc.oneof(...kinds.map((kind) => this.#ofKind(kind, known, { depth, name })));
    return often(value, nasty);
  }

  #ofKind(kind: string, schema: Schema, { depth, name }: { depth: number; name: string }): Any {
    switch (kind) {
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "integer":
      case "number":
        return numberOf(schema);
      case "string":
        return this.#string(schema, name);
      case "array":
        return this.#array(schema, depth, name);
      case "object":
        return this.#object(schema, depth);
      default:
        return fc.jsonValue({ maxDepth: 3 });
    }
  }

  #array({ items = {}, minItems = 0 }: Schema, depth: number, name: string): Any {
    const item = depth > DEEPEST ? fc.constant(null) : this.valueOf(items as Schema, depth + 1, name);
    return fc.array(item, { minLength: Math.min(3, minItems as number), maxLength: 3 });
  }

  #object(schema: Schema, depth: number): Any {
    if (depth > DEEPEST) return fc.constant({});
    const { properties, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
    if (!properties) return fc.dictionary(FREE_NAME, fc.jsonValue(), { maxKeys: 3 });
    const parts = Object.entries(properties).map(([key, part]) => [key, this.valueOf(part, depth + 1, key)] as const);
    return withExtra(fc.record(Object.fromEntries(parts), { requiredKeys: required }));
  }

  #string({ format }: Schema, name: string): Any {
    if (format === "uuid") return this.#id(name);
    if (format === "email") return fc.oneof(fc.constantFrom(...this.known.emails), fc.emailAddress());
    if (format === "date-time") return fc.constantFrom("2099-01-01T00:00:00Z", "2020-01-01T00:00:00+05:00");
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...GOOD_TEXTS) }, { weight: 1, arbitrary: text });
  }

  /** Mostly an id that fits the name: `endpoint_id`, `endpointId`. */
  #id(name: string): Any {
    const { own } = this.known;
    const noun = name.replace(/_?ids?$/i, "").toLowerCase();
    const fitting = Object.keys(own).filter((key) => noun !== "" && key.toLowerCase().endsWith(`${noun}id`));
    const ids = fitting.length > 0 ? fitting.map((key) => own[key]) : Object.values(own);
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...ids) },
      { weight: 3, arbitrary: fc.constantFrom(...this.known.foreign) },
      { weight: 1, arbitrary: nasty },
    );
  }
}

/** Further down there are no more parts. */
const DEEPEST = 5;

const FREE_NAME = fc.oneof(fc.constantFrom("$eq", "$and", "$regex", "a.b", "id"), text);

function numberOf({ minimum = 0, maximum = 1_000 }: { minimum?: number; maximum?: number }): Any {
  return fc.integer({ min: Math.max(minimum, -1e6), max: Math.max(minimum, Math.min(maximum, 1e6)) });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

const often = (value: Any, otherwise: Any): Any =>
  fc.oneof({ weight: 30, arbitrary: value }, { weight: 1, arbitrary: otherwise });

function withExtra(object: fc.Arbitrary<Record<string, unknown>>): Any {
  const name = fc.constantFrom("__proto__", "a\0", "uid", "project_id", "constructor", "deleted_at");
  const more = fc.tuple(object, name, nasty).map(([value, key, part]) => {
    const copy = { ...value };
    Object.defineProperty(copy, key, { value: part, enumerable: true });
    return copy;
  });
  return fc.oneof({ weight: 20, arbitrary: object as Any }, { weight: 1, arbitrary: more });
}

function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== "string") return schema;
  const path = schema.$ref.slice(2).split("/");
  return path.reduce<Schema>((at, key) => at[key] as Schema, apiDocument.root as unknown as Schema);
}

function toQueryText(value: unknown): string {
  const written = typeof value === "string" ? value : Array.isArray(value) ? value.join(",") : JSON.stringify(value);
  return percentEncode(String(written), 6_000);
}

const RAW_BODY = fc
  .tuple(
    fc.constantFrom(
      ...["{", "", "nul", '{"name":"a","name":{}}', '{"a":1e999}', "\ufeff{}", "[[[[", '"\\u0000"', '{"":""}', "{}"],
      ...['{"__proto__":{"role":"admin"}}', "[".repeat(20_000), '{"a":'.repeat(5_000), "-", "Infinity", "'a'"],
      `{"name":${"[".repeat(500)}${"]".repeat(500)}}`,
    ),
    fc.constantFrom("application/json", "application/json; charset=utf-16", "text/plain", "multipart/form-data", ""),
  )
  .map(([raw, type]) => ({ text: raw, type }));

/** Cuts only between escapes; a lone surrogate cannot be in a URL. */
function percentEncode(given: string, maxLength: number): string {
  const encoded = encodeURIComponent(given.replace(/\p{Cs}/gu, "\ufffd"));
  return encoded.slice(0, maxLength).replace(/%.?$/, "");
}

/** Devices may wait 25 seconds for a delivery; here they do not wait. */
function withoutWait(operation: string, body: FuzzRequest["body"]): FuzzRequest["body"] {
  if (operation !== "pullDeliveries" || !body || !("json" in body)) return body;
  const { json } = body;
  return typeof json === "object" && !Array.isArray(json) ? { json: { ...json, wait_seconds: 0 } } : body;
}
