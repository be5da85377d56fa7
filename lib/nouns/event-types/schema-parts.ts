/** Where the subschemas of a JSON Schema (draft 2020-12) are, by keyword: one, a list, or one for each name. */
const ONE = new Set(
  "items additionalProperties contains not if then else propertyNames unevaluatedItems unevaluatedProperties contentSchema".split(
    " ",
  ),
);
const LIST = new Set(["prefixItems", "allOf", "anyOf", "oneOf"]);
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);

/** How a keyword contains subschemas; null if its value is none, such as that of `const`. */
export function partsOf(keyword: string): "one" | "list" | "named" | null {
  if (ONE.has(keyword)) return "one";
  if (LIST.has(keyword)) return "list";
  return NAMED.has(keyword) ? "named" : null;
}

/** The schema with each direct subschema replaced; what is no schema, such as `const`, stays as it is. */
export function mapParts(
  schema: Record<string, unknown>,
  map: (part: unknown) => unknown,
): [keyword: string, value: unknown][] {
  return Object.entries(schema).map(([keyword, value]) => [keyword, mapValue(partsOf(keyword), value, map)]);
}

function mapValue(parts: ReturnType<typeof partsOf>, value: unknown, map: (part: unknown) => unknown): unknown {
  if (parts === "one") return map(value);
  if (parts === "list") return Array.isArray(value) ? value.map(map) : value;
  if (parts === null || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(part)]));
}

/** Resolves a JSON pointer in a URI fragment (RFC 6901, 6); undefined if it names nothing. */
export function resolvePointer(document: unknown, reference: string): unknown {
  let at = document;
  for (const part of reference.slice(1).split("/").slice(1)) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
