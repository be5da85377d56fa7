const PROJECT = "01975f2a-7c1e-7cc2-9f3a-1f6f6a0b9d01";
const EVENT_TYPE = "01975f2d-4c30-7f55-9b60-93a4b5c6d714";
const AT = "2027-01-31T12:00:00.000Z";

const json_schema = {
  type: "object",
  required: ["id", "amount"],
  properties: { id: { type: "integer" }, amount: { type: "number", minimum: 0 } },
};
const payload = { id: 7, amount: 120 };

const removed = { path: "data.currency", message: "`data.currency` was removed", is_breaking: true };

const version = {
  uid: "01975f2d-4c31-7a10-8b60-93a4b5c6d715",
  event_type_id: EVENT_TYPE,
  number: 2,
  is_current: true,
  is_breaking: true,
  note: "Amounts are in euros.",
  saved_by: "ada@example.com",
  saved_at: AT,
};

/** Examples of event types, their versions, and the catalogue. */
export const EVENT_TYPE_EXAMPLES: Record<string, unknown> = {
  EventType: {
    uid: EVENT_TYPE,
    project_id: PROJECT,
    name: "invoice.paid",
    description: "An invoice was paid in full.",
    category: "Billing",
    json_schema,
    example: payload,
    version: 2,
    is_public: true,
    is_deprecated: false,
    deprecated_at: null,
    external_id: null,
    metadata: { team: "billing" },
    created_at: AT,
    updated_at: AT,
    deleted_at: null,
  },
  CreateEventType: { name: "invoice.paid", category: "Billing", json_schema, example: payload, is_public: true },
  UpdateEventType: { is_deprecated: true, metadata: { team: "billing" } },
  PublishEventTypes: { is_public: true },
  PublishedEventTypes: { changed: 3 },
  EventTypeVersionSummary: version,
  EventTypeVersion: {
    ...version,
    description: "An invoice was paid in full.",
    json_schema,
    example: payload,
    changes: [removed],
  },
  EventTypeChange: removed,
  CheckEventType: { name: "invoice.paid", json_schema },
  EventTypeComparison: { from: 1, to: 2, is_breaking: true, changes: [removed] },
  Catalogue: {
    project_id: PROJECT,
    is_enabled: true,
    address: "acme",
    url: "https://hooks.example.com/catalogue/acme",
    title: "Acme events",
    description: "What Acme tells your servers.",
    is_indexed: false,
    event_types: 12,
    public_event_types: 9,
    created_at: AT,
    updated_at: AT,
  },
  UpdateCatalogue: { is_enabled: true, title: "Acme events" },
  ImportEventTypes: {
    document: {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      webhooks: {
        "invoice.paid": {
          post: {
            summary: "An invoice was paid in full.",
            tags: ["Billing"],
            requestBody: { content: { "application/json": { schema: json_schema } } },
            responses: { "200": { description: "Taken" } },
          },
        },
      },
    },
  },
  ImportedEventTypes: {
    created: 1,
    updated: 0,
    unchanged: 0,
    refused: 0,
    results: [{ name: "invoice.paid", result: "created", message: "", changes: [], breaking_changes: [] }],
  },
  TestEventTypeSchema: { json_schema, data: { id: 7, amount: -1 } },
  TestedEventTypeSchema: {
    matches: false,
    errors: [{ path: "data.amount", message: "It must be >= 0, says the event type's schema." }],
  },
};
