import { Ajv2020 } from "ajv/dist/2020.js";
import type { FieldError } from "@/lib/kernel/errors";
import { toStandIn } from "@/lib/nouns/event-types/exact-numbers";
import { findPatternError } from "@/lib/nouns/event-types/pattern";
import { partsOf, resolvePointer } from "@/lib/nouns/event-types/schema-parts";
import { isCompilable, type SchemaObject } from "@/lib/nouns/event-types/validator";

const MAX_SCHEMA_CHARACTERS = 65_536;
/** How many subschemas, with each reference followed, one value may be validated against. */
const MAX_SUBSCHEMAS = 2_000;
const DRAFT = "https://json-schema.org/draft/2020-12/schema";

const REFUSED = new Set(["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$anchor"]);

const meta = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/**
 * Finds the errors of a user's schema, by path below `root`; empty if it can be compiled and validates any payload in
 * bounded time: its size is bounded, references stay inside and do not recur, and patterns cannot backtrack.
 */
export function findSchemaErrors(schema: SchemaObject, root = "json_schema"): FieldError[] {
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS) {
    return [{ path: root, message: "A schema has at most 64 KiB." }];
  }
  if (schema.$schema !== undefined && String(schema.$schema).replace(/#$/, "") !== DRAFT) {
    return [{ path: `${root}.$schema`, message: `Use draft 2020-12 (${DRAFT}), or leave $schema out.` }];
  }
  const { $schema: _, ...bare } = schema;
  if (!meta.validateSchema(toStandIn(bare).data as SchemaObject)) {
    return (meta.errors ?? []).slice(0, 20).map((error) => ({
      path: root + error.instancePath.replaceAll("/", "."),
      message: `This is not a JSON Schema: it ${error.message ?? "is wrong"}.`,
    }));
  }
  const { errors } = new Walk(schema, root);
  return errors.length > 0 || isCompilable(schema)
    ? errors
    : [{ path: root, message: "This schema cannot be compiled." }];
}

class Walk {
  readonly errors: FieldError[] = [];
  #count = 0;
  readonly #open = new Set<object>();

  constructor(
    private readonly document: SchemaObject,
    root: string,
  ) {
    this.#visit(document, root);
    if (this.#count > MAX_SUBSCHEMAS) {
      this.errors.unshift({ path: root, message: `At most ${MAX_SUBSCHEMAS} subschemas, each reference followed.` });
    }
  }

  #visit(node: unknown, path: string): void {
    this.#count += 1;
    if (typeof node !== "object" || node === null || this.#count > MAX_SUBSCHEMAS || this.errors.length >= 20) return;
    if (this.#open.has(node)) {
      this.#refuse(path, "A schema cannot refer to itself.");
      return;
    }
    this.#open.add(node);
    for (const [key, value] of Object.entries(node)) this.#visitKeyword(key, value, `${path}.${key}`);
    this.#open.delete(node);
  }

  #visitKeyword(key: string, value: unknown, path: string): void {
    if (this.#isRefused(key)) this.#refuse(path, `Leave ${key} out.`);
    else if (key === "$ref") this.#follow(String(value), path);
    else if (key === "pattern") this.#checkPattern(String(value), path);
    else this.#visitParts(key, value, path);
  }

  #visitParts(key: string, value: unknown, path: string): void {
    const parts = partsOf(key);
    if (parts === "one") this.#visit(value, path);
    else if (parts === "list") this.#visitList(value, path);
    else if (parts === "named") this.#visitNamed(key, value, path);
  }

  /** Only the document itself may say its id. */
  #isRefused(key: string): boolean {
    return REFUSED.has(key) || (key === "$id" && this.#open.size > 1);
  }

  #visitList(items: unknown, path: string): void {
    if (!Array.isArray(items)) return;
    for (const [at, item] of items.entries()) this.#visit(item, `${path}.${at}`);
  }

  #visitNamed(key: string, items: unknown, path: string): void {
    if (typeof items !== "object" || items === null) return;
    for (const [name, item] of Object.entries(items)) {
      if (key === "patternProperties") this.#checkPattern(name, `${path}.${name}`);
      this.#visit(item, `${path}.${name}`);
    }
  }

  #follow(reference: string, path: string): void {
    const isInside = reference === "#" || reference.startsWith("#/");
    const target = isInside ? resolvePointer(this.document, reference) : undefined;
    if (typeof target === "object" || typeof target === "boolean") this.#visit(target, path);
    else this.#refuse(path, "Refer to a place in this schema, such as #/$defs/address; nothing is fetched.");
  }

  #checkPattern(pattern: string, path: string): void {
    const wrong = findPatternError(pattern);
    if (wrong) this.#refuse(path, wrong);
  }

  #refuse(path: string, message: string): void {
    this.errors.push({ path, message });
  }
}
