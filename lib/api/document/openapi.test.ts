import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, apiDocument } from "@/lib/api/api.fixture";
import { EXAMPLES } from "@/lib/api/document/examples";
import { NAMED } from "@/lib/api/document/named-schemas";
import { buildOpenApi } from "@/lib/api/document/openapi";
import { ROUTES } from "@/lib/api/routes/registry";

const document = buildOpenApi(ROUTES, { publicUrl: "/" });
const text = JSON.stringify(document);

describe("the OpenAPI document", () => {
  let bench: ApiBench;
  beforeAll(async () => {
    bench = await ApiBench.open();
  });
  afterAll(() => bench.close());

  it("is served without a key", async () => {
    const { status, body } = await bench.ask("GET", "/v1/openapi.json");
    expect([status, body.openapi, body.servers]).toEqual([200, "3.1.0", [{ url: "http://hooks.test" }]]);
  });

  it("has each component that it refers to", () => {
    const { components } = document as { components: Record<string, Record<string, unknown>> };
    for (const [, group = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(Object.keys(components[group] ?? {})).toContain(name);
    }
    expect(text).not.toContain("$defs");
  });

  it("describes every query parameter", () => {
    type Operation = { parameters?: { in: string; name: string; description?: string }[] };
    const { paths } = document as { paths: Record<string, Record<string, Operation>> };
    for (const [path, item] of Object.entries(paths)) {
      for (const method of ["get", "put", "post", "delete"]) {
        for (const parameter of item[method]?.parameters ?? []) {
          expect(parameter.description, `${method} ${path} ${parameter.name}`).toBeTruthy();
        }
      }
    }
  });

  it.each(Object.entries(EXAMPLES))("has a valid example of %s", (name, example) => {
    const schema = NAMED[name as keyof typeof NAMED];
    expect(JSON.parse(JSON.stringify(schema.parse(example)))).toMatchObject(example as object);
  });
});

describe.each(apiDocument.operations.map((one) => [one.id, one] as const))("the operation %s", (_id, operation) => {
  it("has a description and its parameters", () => {
    expect(operation.summary).toMatch(/^[A-Z]/);
    expect(operation.description).toMatch(/\.$/);
    for (const { name, description, schema } of operation.parameters) {
      expect(description, name).toBeTruthy();
      expect(schema, name).toBeTruthy();
    }
  });

  it("has valid examples of its request and of each answer", () => {
    const contents = [
      ...Object.entries(operation.requestBody?.content ?? {}),
      ...Object.keys(operation.responses).flatMap((status) =>
        Object.entries(apiDocument.contentOf(operation, status) ?? {}),
      ),
    ];
    expect(contents.length).toBeGreaterThan(1);
    for (const [type, { schema, example }] of contents) {
      if (type === "*/*") continue;
      expect(example, type).toBeDefined();
      expect(apiDocument.judge(schema, example)).toBeNull();
    }
  });
});
