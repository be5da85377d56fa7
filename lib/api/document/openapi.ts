import { z } from "zod";
import { ErrorAnswer } from "@/lib/api/document/error-answer";
import { errorExample, exampleOf } from "@/lib/api/document/openapi-examples";
import { toOutsidePaths } from "@/lib/api/document/openapi-outside";
import { type JsonSchema, SchemaWriter } from "@/lib/api/document/openapi-schemas";
import { IDEMPOTENCY_HEADER } from "@/lib/api/idempotency";
import { isRefusedInArchive, PATH_PARAMETERS, pathNames, type Route, TAGS } from "@/lib/api/route";
import { ERROR_STATUS, type ErrorCode } from "@/lib/kernel/errors";
import type { Permission } from "@/lib/kernel/permissions";
import { UNKNOWN_PARAMETERS_HEADER } from "@/lib/wire/parameter-names";

const ABOUT = `Receives events and delivers them as webhooks.

Every answer has the envelope \`{status, message, data}\`. An error has \`status: false\`, \`data: null\`, \`error: {code, fields?}\` with a stable code, and \`request_id\`, which is also in the header \`X-Request-ID\` of every answer.

Identifiers are UUIDv7: they sort by creation time. Timestamps are RFC 3339 in UTC with milliseconds, \`null\` where the thing has not happened. Durations are whole seconds unless a field says otherwise. \`data\` is a payload's bytes as an array of integers, \`raw\` the same payload as text.

Unknown fields of a body are refused. Unknown parameters of a query are ignored, and named in the header \`X-Hookyard-Unknown-Parameters\` with the nearest known name, as in \`stauts (did you mean status?)\`. An operation without a body ignores one. PUT replaces only the fields sent. Stored credentials are returned as \`[REDACTED]\`; sent back, that word leaves them as they are.

The role viewer is answered \`[REDACTED]\` too where a header, a query field or the path of an address looks like a credential (\`Authorization\`, \`Set-Cookie\`, \`?token=\`, a chat's webhook), and for the ingest address of a source (\`mask_id\`, \`url\`). Payloads are shown as they are.

A \`POST\` with an \`Idempotency-Key\` is done once: sent again by the same caller with the same body within 24 hours it gets the first answer again, with \`Idempotency-Replayed: true\`. With another body it is 422, while the first is under way 409. Only successful answers are kept. Should the program die between doing it and keeping the answer, the key answers 409 for two minutes and is done anew after that: look whether it was done before you send it again.

How often one key or session may ask is limited per copy of the program, and so is what comes without valid credentials from one address: \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds until all of it is there again) tell where you stand, 429 has \`Retry-After\`.

Lists are paged by opaque cursors: \`next_page_cursor\` with \`direction=next\` (the default) reads on, \`prev_page_cursor\` with \`direction=prev\` reads back; a cursor is \`""\` where there is no such page. Lists in a query may be repeated keys, \`key[]=\` or commas, mixed freely.`;

const OUTSIDE_TAGS = {
  Receiving:
    "Where the senders of an incoming project's sources post. No API key: each source verifies its own sender.",
  Operating: "What an operator's tools ask of a copy of the program.",
};

const ROLE: Record<Permission, string> = {
  read: "Any role may do this.",
  operate: "Needs the role operator or admin.",
  administer: "Needs the role admin.",
  people: "Needs the role admin, of a person who is signed in: no API key may do this.",
  own: "For the installation's owner.",
  public: "Nobody needs to sign in for this.",
};

const ERROR_TEXT: Record<number, string> = {
  400: "The body is no JSON, or the cursor is not one of ours.",
  401: "No credentials, or bad ones.",
  403: "The caller's role is too low.",
  404: "Unknown, deleted, or of another project.",
  409: "The present state does not allow it, as when the project is archived, or the name is taken.",
  408: "The body came too slowly.",
  413: "The body is larger than 5 MiB.",
  415: "The body is not application/json.",
  422: "Fields are wrong: all of them are told.",
  429: "Too many requests; come back after `Retry-After` seconds.",
  500: "A fault on our side; nothing of it is told but the request id.",
  503: "The store is away, or too much is being received at once; come back after `Retry-After` seconds.",
};

/**
 * Builds the OpenAPI 3.1 document of these routes. Without an `ingestUrl` events are received at the `publicUrl` too.
 */
export function buildOpenApi(
  routes: readonly Route[],
  { publicUrl, ingestUrl }: { publicUrl: string; ingestUrl?: string | undefined },
): JsonSchema {
  const schemas = new SchemaWriter();
  const paths: Record<string, JsonSchema> = {};
  const error = schemas.write(ErrorAnswer, "output");
  for (const route of routes) {
    const path = paths[route.path] ?? { parameters: pathNames(route.path).map(toPathParameter) };
    path[route.method] = toOperation(route, schemas);
    paths[route.path] = path;
  }
  Object.assign(paths, toOutsidePaths({ writer: schemas, toErrors, requestId: REQUEST_ID, ingestUrl }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Hookyard",
      version: "1",
      description: ABOUT,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }, { key: [] }, { session: [] }],
    tags: Object.entries({ ...TAGS, ...OUTSIDE_TAGS }).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "`Authorization: Bearer <API_KEY>`" },
        key: { type: "apiKey", in: "header", name: "Authorization", description: "The bare API key works too." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "next-auth.session-token",
          description: "The dashboard's session, from its own pages only.",
        },
      },
      responses: Object.fromEntries(
        Object.entries(ERROR_TEXT).map(([status, description]) => [
          `Error${status}`,
          {
            description,
            headers: {
              "X-Request-ID": REQUEST_ID,
              [UNKNOWN_PARAMETERS_HEADER]: UNKNOWN_PARAMETERS,
              ...((status === "429" || status === "503") && { "Retry-After": RETRY_AFTER }),
              ...(status === "429" && RATE_LIMIT),
            },
            content: { "application/json": { schema: error, example: errorExample(Number(status)) } },
          },
        ]),
      ),
    },
  };
}

const REQUEST_ID = { schema: { type: "string" }, description: "Names this request in our log" };
const UNKNOWN_PARAMETERS = {
  schema: { type: "string" },
  description:
    "Only where the query of a /v1 operation has parameters that it does not know: their names, each with the nearest known one",
};
const RETRY_AFTER = { schema: { type: "integer" }, description: "Seconds" };
const RATE_LIMIT = {
  "RateLimit-Limit": { schema: { type: "integer" }, description: "Requests that may come at once" },
  "RateLimit-Remaining": { schema: { type: "integer" }, description: "How many of them are left" },
  "RateLimit-Reset": { schema: { type: "integer" }, description: "Seconds until all of them are there again" },
};
const IDEMPOTENCY_KEY = {
  name: IDEMPOTENCY_HEADER,
  in: "header",
  required: false,
  description: "Names this request, so that it can be sent again and is done once",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function toOperation(route: Route, schemas: SchemaWriter): JsonSchema {
  const envelope = z.object({ status: z.literal(true), message: z.string(), data: route.response });
  const answer = schemas.write(envelope, "output");
  const parameters = [
    ...(route.method === "post" ? [IDEMPOTENCY_KEY] : []),
    ...(route.query ? toQueryParameters(route.query, schemas) : []),
  ];
  const example = { status: true, message: route.message, data: exampleOf(route.response) };
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, ROLE[route.permission]].filter(Boolean).join(" "),
    "x-permission": ROLE[route.permission],
    ...(route.permission === "public" && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemas.write(route.body, "input"), example: exampleOf(route.body) } },
      },
    }),
    responses: {
      [route.status ?? 200]: {
        description: route.message,
        headers: { "X-Request-ID": REQUEST_ID, [UNKNOWN_PARAMETERS_HEADER]: UNKNOWN_PARAMETERS, ...RATE_LIMIT },
        content: { "application/json": { schema: answer, example } },
      },
      ...toErrors(errorStatuses(route)),
    },
  };
}

function toErrors(statuses: readonly number[]): JsonSchema {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]));
}

function toPathParameter(name: string): JsonSchema {
  return {
    name,
    in: "path",
    required: true,
    description: PATH_PARAMETERS[name],
    schema: { type: "string", format: "uuid" },
  };
}

function toQueryParameters(query: z.ZodObject, schemas: SchemaWriter): JsonSchema[] {
  return Object.entries(query.shape).map(([name, field]) => {
    const { description, ...schema } = schemas.write(field as z.ZodType, "output");
    return {
      name,
      in: "query",
      required: false,
      ...(description !== undefined && { description }),
      ...(schema.type === "array" && { style: "form", explode: true }),
      schema,
    };
  });
}

/** The errors that a caller may get, by the parts of the route. */
const TOLD_WHERE: readonly { has: (route: Route) => boolean; codes: readonly ErrorCode[] }[] = [
  { has: () => true, codes: ["unauthorized", "forbidden", "rate_limited", "internal", "unavailable"] },
  // The header Idempotency-Key can be malformed, or belong to another request.
  { has: ({ method }) => method === "post", codes: ["conflict", "malformed_request", "invalid_fields"] },
  { has: ({ path }) => pathNames(path).length > 0, codes: ["not_found"] },
  { has: isRefusedInArchive, codes: ["conflict"] },
  { has: ({ query }) => query !== undefined, codes: ["invalid_fields"] },
  { has: ({ query }) => query !== undefined && "next_page_cursor" in query.shape, codes: ["invalid_cursor"] },
  {
    has: ({ body }) => body !== undefined,
    codes: ["malformed_request", "request_timeout", "payload_too_large", "unsupported_media_type", "invalid_fields"],
  },
];

/** The error statuses that a caller of this route may get. */
function errorStatuses(route: Route): number[] {
  const codes = TOLD_WHERE.flatMap((told) => (told.has(route) ? told.codes : []));
  return [...new Set([...codes, ...(route.errors ?? [])].map((code) => ERROR_STATUS[code]))].sort();
}
