import { z } from "zod";
import { EXAMPLES } from "@/lib/api/document/examples";
import { names } from "@/lib/api/document/named-schemas";

export type JsonSchema = Record<string, unknown>;

type Definitions = Record<string, JsonSchema>;

/** Turns schemas into JSON Schema 2020-12 and collects the named ones for `components.schemas`. */
export class SchemaWriter {
  readonly components: Definitions = {};

  /** `input` is what a caller may send, `output` what an answer contains. */
  write(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const wrapped = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata: names,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const description = z.globalRegistry.get(zodSchema)?.description;
        if (description !== undefined) jsonSchema.description = description;
        tidy(jsonSchema as JsonSchema);
      },
    });
    const text = JSON.stringify(wrapped).replaceAll("#/$defs/", "#/components/schemas/");
    const { $defs = {}, properties } = JSON.parse(text) as Written;
    const { it, ...definitions } = this.#setApart({ it: properties.it, ...$defs }, io);
    Object.assign(this.components, definitions);
    return it as JsonSchema;
  }

  /** A schema whose input differs from its output, such as by defaults, gets a name for each. */
  #setApart(given: Definitions, io: "input" | "output"): Definitions {
    const definitions = Object.fromEntries(Object.entries(given).map(([id, one]) => [id, toComponent(id, one)]));
    const suffix = io === "input" ? "Input" : "Output";
    const clashing = Object.keys(definitions).find(
      (id) => id in this.components && JSON.stringify(this.components[id]) !== JSON.stringify(definitions[id]),
    );
    if (clashing === undefined) return definitions;
    const text = JSON.stringify(given).replaceAll(
      `"#/components/schemas/${clashing}"`,
      `"#/components/schemas/${clashing}${suffix}"`,
    );
    const { [clashing]: renamed, ...others } = JSON.parse(text) as Definitions;
    return this.#setApart({ ...others, [`${clashing}${suffix}`]: renamed as JsonSchema }, io);
  }
}

function toComponent(id: string, { id: _id, examples: _examples, ...definition }: JsonSchema): JsonSchema {
  if (id === "it") return definition;
  const name = id.replace(/(?:Input|Output)$/, "");
  const example = EXAMPLES[id] ?? EXAMPLES[name];
  return { title: id, ...definition, ...(example !== undefined && { examples: [example] }) };
}

type Written = { $defs?: Record<string, JsonSchema>; properties: { it: JsonSchema } };

/** Removes what carries no information: that names are text, and the pattern beside `format: uuid`. */
function tidy(schema: JsonSchema): void {
  const names = schema.propertyNames as JsonSchema | undefined;
  if (names && Object.keys(names).every((key) => key === "type")) delete schema.propertyNames;
  if (schema.format === "uuid") delete schema.pattern;
}
