import { z } from "zod";
import type { Route } from "@/lib/api/route";

type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
};

/** The objects of a body that other requests make alone: their fields have the names that they have there. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  createConnection: ["source", "endpoint", "receiver", "subscription"],
};

/** The dotted paths of every field in the body of an operation, such as `verifier.hmac.secret`. */
export function bodyFields(route: Route): Set<string> {
  const found = new Set<string>();
  if (!route.body) return found;
  const root = z.toJSONSchema(route.body, { io: "input", unrepresentable: "any" }) as JsonSchema;
  walk(root, "", { found, defs: root.$defs ?? {}, open: new Set() });
  const parts = PARTS[route.id];
  return parts ? new Set([...found].map((path) => withoutPart(path, parts))) : found;
}

function withoutPart(path: string, parts: readonly string[]): string {
  const [first = "", ...rest] = path.split(".");
  return rest.length > 0 && parts.includes(first) ? rest.join(".") : path;
}

type Walk = { found: Set<string>; defs: Record<string, JsonSchema>; open: ReadonlySet<string> };

function walk(schema: JsonSchema, path: string, { found, defs, open }: Walk): void {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined && !open.has(name)) {
    walk(defs[name] ?? {}, path, { found, defs, open: new Set([...open, name]) });
  }
  for (const part of [schema.anyOf, schema.oneOf, schema.allOf, schema.items].flat()) {
    if (part) walk(part, path, { found, defs, open });
  }
  for (const [field, part] of Object.entries(schema.properties ?? {})) {
    const at = path === "" ? field : `${path}.${field}`;
    found.add(at);
    walk(part, at, { found, defs, open });
  }
}
