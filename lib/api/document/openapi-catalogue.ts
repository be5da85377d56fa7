import type { JsonSchema } from "@/lib/api/document/openapi-schemas";

type Told = {
  answer(description: string, content: JsonSchema): JsonSchema;
  toErrors(statuses: readonly number[]): JsonSchema;
};

const PARAMETERS = [
  {
    name: "address",
    in: "path",
    required: true,
    description: "The `address` of the catalogue.",
    schema: { type: "string" },
  },
  {
    name: "type",
    in: "query",
    required: false,
    description: "The name of one event type; all of them without it",
    schema: { type: "string" },
  },
];

const PAGE = { "text/html": { schema: { type: "string" }, example: "<!doctype html>" } };

const CACHING =
  "The answer has an `ETag`, and may be kept and asked for again with `If-None-Match`, which gets 304 while nothing changed.";

/** The paths of the document of a project's public event types, whose answers have no envelope. */
export function toCataloguePaths({ answer, toErrors }: Told): Record<string, JsonSchema> {
  const read = (
    operationId: string,
    told: { summary: string; description: string; content: JsonSchema; others?: JsonSchema },
  ) => ({
    parameters: PARAMETERS,
    get: {
      operationId,
      tags: ["Event types"],
      summary: told.summary,
      description: `${told.description} ${CACHING}`,
      security: [],
      responses: { ...answer(told.summary, told.content), ...toErrors([404, 409, 429, 500, 503]), ...told.others },
    },
  });
  return {
    // The narrower path is first: a reader of the document that takes the first one that fits finds the right one.
    "/catalogue/{address}.json": read("readCatalogueDocument", {
      summary: "The event catalogue as an OpenAPI document",
      description:
        "OpenAPI 3.1 with the public event types as `webhooks`, to generate types from. 409 for a catalogue that is too large for one document: ask for each `type` then.",
      content: {
        "application/json": {
          schema: { type: "object" },
          example: { openapi: "3.1.0", info: { title: "Acme events", version: "2027-01-31" }, webhooks: {} },
        },
      },
    }),
    "/catalogue/{address}": read("readCataloguePage", {
      summary: "The event catalogue of a project",
      description:
        "A page for customers, who need no account: the public event types, or one of them with its example, fields and changes. 404 while it is switched off.",
      content: PAGE,
      others: { 404: { description: "A page that says that there is nothing at this address", content: PAGE } },
    }),
  };
}
