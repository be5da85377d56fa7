import { z } from "zod";
import { toCataloguePaths } from "@/lib/api/document/openapi-catalogue";
import type { JsonSchema, SchemaWriter } from "@/lib/api/document/openapi-schemas";
import { toStreamPath } from "@/lib/api/document/openapi-stream";
import { ReceivedEvent } from "@/lib/nouns/events/schemas";

type Told = {
  writer: SchemaWriter;
  toErrors(statuses: readonly number[]): JsonSchema;
  requestId: JsonSchema;
  ingestUrl: string | undefined;
};

const MASK_ID = {
  name: "mask_id",
  in: "path",
  required: true,
  description: "The secret part of the source's `url`.",
  schema: { type: "string" },
};

const RECEIVES =
  "Where the sender of a source posts its webhooks; the whole address is the source's `url`. Any body is taken, up to the project's `max_payload_read_size`, and its bytes are kept as they came; Filters and functions read JSON and the fields of forms, urlencoded or multipart (of a file its filename, content_type and size); functions get text and XML as text. In this order: the source is found (404), its project not archived (409) and itself enabled (403), the body read (413), its signature or credentials verified (401), duplicates told by the source's `idempotency_keys`, the event committed, the answer sent. So a 2xx means that the event is on disk. Challenges of the source's provider, and the secret that it hands over (Asana in `X-Hook-Secret`, which is repeated in the answer; Notion in `verification_token`), are answered and are no events; a secret is taken only while the source waits for one.";

/** The paths of the document that are not routes: receiving, and the operators' paths. */
export function toOutsidePaths({ writer, toErrors, requestId, ingestUrl }: Told): Record<string, JsonSchema> {
  const servers = ingestUrl !== undefined && { servers: [{ url: ingestUrl }] };
  const envelope = (data: z.ZodType) =>
    writer.write(z.object({ status: z.literal(true), message: z.string(), data }), "output");
  const answer = (description: string, content: JsonSchema) => ({
    200: { description, headers: { "X-Request-ID": requestId }, content },
  });
  const receive = (method: string) => ({
    operationId: `receiveEventBy${method}`,
    tags: ["Receiving"],
    summary: `Receive an event (${method.toUpperCase()})`,
    description: RECEIVES,
    ...servers,
    security: [],
    requestBody: {
      required: false,
      content: {
        "application/json": { schema: {}, example: { type: "invoice.paid", amount: 120 } },
        "*/*": { schema: {} },
      },
    },
    responses: {
      ...answer("Event received, or the source's `custom_response`", {
        "application/json": {
          schema: { anyOf: [envelope(ReceivedEvent), { description: "The source's `custom_response`" }] },
          example: {
            status: true,
            message: "Event received",
            data: { uid: "01975f2c-1d40-7b37-a2e9-3c8b0f4d6e05", is_duplicate_event: false },
          },
        },
        "*/*": {
          schema: {
            type: "string",
            description: "The source's `custom_response`, or what the provider's challenge or handshake asks for",
          },
        },
      }),
      204: {
        description: "The answer to a provider's challenge that wants none",
        headers: { "X-Request-ID": requestId },
      },
      ...toErrors([400, 401, 403, 404, 408, 409, 413, 429, 500, 503]),
    },
  });
  const state = (operationId: string, told: { summary: string; description: string; message: string }) => ({
    operationId,
    tags: ["Operating"],
    summary: told.summary,
    description: told.description,
    security: [],
    responses: {
      ...answer(told.message, {
        "application/json": {
          schema: envelope(z.null()),
          example: { status: true, message: told.message, data: null },
        },
      }),
      ...toErrors([500, 503]),
    },
  });
  return {
    "/ingest/{mask_id}": {
      parameters: [MASK_ID],
      get: {
        operationId: "answerChallenge",
        tags: ["Receiving"],
        summary: "Answer a provider's challenge",
        description:
          "For a provider that asks by GET whether this address is the subscriber's: twitter sends `crc_token` and gets `response_token`, Meta sends `hub.challenge` and gets it back. The `verify_token` of such a provider is the last part of this address. What asks by POST is answered there. Malformed for a source without such a provider.",
        ...servers,
        security: [],
        parameters: [
          {
            name: "crc_token",
            in: "query",
            required: false,
            description: "What twitter wants signed with the source's secret",
            schema: { type: "string" },
          },
        ],
        responses: {
          ...answer("What the provider asks for", {
            "application/json": {
              schema: { type: "object" },
              example: { response_token: "sha256=kvRV7bMyNjDsZGQpZfXZ0p0Qpb9aMQhzCFWAn0cE6jY=" },
            },
            "text/plain": { schema: { type: "string" }, example: "1158201444" },
          }),
          ...toErrors([400, 401, 403, 404, 409, 500, 503]),
        },
      },
      post: receive("Post"),
      put: receive("Put"),
      patch: receive("Patch"),
    },
    ...toStreamPath({ answer, toErrors }),
    ...toCataloguePaths({ answer, toErrors }),
    "/v1/openapi.json": {
      get: {
        operationId: "readDocument",
        tags: ["Operating"],
        summary: "This document",
        description: "OpenAPI 3.1. The reference at /docs is drawn from it.",
        security: [],
        responses: {
          ...answer("The document", {
            "application/json": {
              schema: { type: "object" },
              example: { openapi: "3.1.0", info: { title: "Hookyard", version: "1" } },
            },
          }),
          ...toErrors([429, 500]),
        },
      },
    },
    "/healthz": {
      get: state("readHealth", {
        summary: "Whether the program lives",
        description: "Asks nothing of the database: restart the copy when this does not answer.",
        message: "Alive",
      }),
    },
    "/readyz": {
      get: state("readReadiness", {
        summary: "Whether this copy takes requests",
        description:
          "503 while the database is away or its disk is full, and while the copy is starting or stopping: send requests elsewhere.",
        message: "Ready",
      }),
    },
    "/metrics": {
      get: {
        operationId: "readMetrics",
        tags: ["Operating"],
        summary: "Counters for Prometheus",
        description:
          "In the text format of Prometheus. With HOOKYARD_METRICS_TOKEN for whoever sends it as a bearer token; without it only for this machine, and with HOOKYARD_METRICS_PORT only there.",
        security: [{}, { bearer: [] }],
        responses: {
          ...answer("The counters", {
            "text/plain": {
              schema: { type: "string" },
              example: 'hookyard_http_requests_total{method="GET",status="200"} 12',
            },
          }),
          ...toErrors([401, 404, 500]),
        },
      },
    },
  };
}
