import openapiTS, { astToString } from "openapi-typescript";
import { describe, expect, it } from "vitest";
import type { PublicContent } from "@/lib/nouns/catalogues/public";
import { readOpenApi } from "@/lib/nouns/event-types/read-openapi";
import { toOpenApiDocument } from "@/lib/public-pages/openapi-document";
import { stringifyExact } from "@/lib/wire/exact-json";

const catalogue = { title: "Acme", description: "", envelope: "none" as const };
const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://acme.example/invoice",
  type: "object",
  required: ["id"],
  properties: { id: { $ref: "#/$defs/id" }, $ref: { type: "string" }, kind: { const: { $ref: "#/$defs/id" } } },
  $defs: { id: { type: "integer" } },
};

function type(name: string, more: Partial<PublicContent> = {}): PublicContent {
  const known = { description: "", category: "", isDeprecated: false, version: 1, since: 1, changedAt: null };
  return { id: name, name, ...known, schema: JSON.stringify(schema), example: '{"id":1}', ...more };
}

describe("the document of a catalogue", () => {
  it("has each event type as a webhook whose references lead to its component", () => {
    const paid = type("invoice.paid", { category: "Billing", isDeprecated: true, changedAt: new Date("2026-11-07") });
    const document = toOpenApiDocument(catalogue, [paid, type("ping", { schema: null, example: null })]);
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Acme", version: "2026-11-07" },
      webhooks: {
        "invoice.paid": {
          post: {
            operationId: "invoice.paid",
            tags: ["Billing"],
            deprecated: true,
            requestBody: {
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/invoice.paid" },
                  example: { id: 1 },
                },
              },
            },
          },
        },
        ping: { post: { requestBody: { content: { "application/json": { schema: {} } } } } },
      },
    });
    const { components } = document as { components: { schemas: Record<string, unknown> } };
    expect(components.schemas).toEqual({
      "invoice.paid": {
        type: "object",
        required: ["id"],
        properties: {
          id: { $ref: "#/components/schemas/invoice.paid/$defs/id" },
          $ref: { type: "string" },
          kind: { const: { $ref: "#/$defs/id" } },
        },
        $defs: { id: { type: "integer" } },
      },
    });
  });

  it("has the envelope of Standard Webhooks where the project sends it", () => {
    const document = toOpenApiDocument({ ...catalogue, envelope: "standard_webhooks" }, [type("a.b")]);
    const content = stringifyExact(document);
    expect(content).toContain('"required":["type","timestamp","data"]');
    expect(content).toContain('"example":{"type":"a.b","timestamp":"2026-01-31T12:00:00.000Z","data":{"id":1}}');
  });

  it("names components that differ, and keeps numbers that no double holds", () => {
    const types = [type("a:b"), type("a/b"), type("a_b", { example: '{"id":9007199254740993}' })];
    const document = stringifyExact(toOpenApiDocument(catalogue, types));
    for (const name of ["a_b", "a_b_2", "a_b_3"]) expect(document).toContain(`"#/components/schemas/${name}"`);
    expect(document).toContain("9007199254740993");
  });

  it("can be imported again, and makes types", async () => {
    const referring = type("refers", { schema: null, example: '{"$ref":"/etc/hostname"}' });
    const document = toOpenApiDocument(catalogue, [type("invoice.paid"), type("odd:name/x"), referring]);
    const { types, errors } = readOpenApi({ document });
    expect(errors).toEqual([]);
    expect(types.map(({ name, example }) => [name, example])).toEqual([
      ["invoice.paid", { id: 1 }],
      ["odd:name/x", { id: 1 }],
      ["refers", null],
    ]);
    const made = astToString(await openapiTS(JSON.stringify(document)));
    expect(made).toContain('"invoice.paid": {');
    expect(made).toContain("export interface webhooks");
  });
});
