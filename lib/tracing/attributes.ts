/**
 * The names of attributes: OpenTelemetry's, as text, so that a copy that traces nothing loads nothing of it; a test holds
 * them against the published names. Ours begin with `hookyard.`.
 */
export const ATTR = {
  batchSize: "messaging.batch.message_count",
  destinationName: "messaging.destination.name",
  messageId: "messaging.message.id",
  messagingSystem: "messaging.system",
  operationName: "messaging.operation.name",
  operationType: "messaging.operation.type",
  httpMethod: "http.request.method",
  httpResends: "http.request.resend_count",
  httpRoute: "http.route",
  httpStatus: "http.response.status_code",
  serverAddress: "server.address",
  serverPort: "server.port",
  urlScheme: "url.scheme",
  dbOperation: "db.operation.name",
  dbStatus: "db.response.status_code",
  dbSummary: "db.query.summary",
  dbSystem: "db.system.name",
  errorType: "error.type",
  serviceInstance: "service.instance.id",
  serviceName: "service.name",
  serviceVersion: "service.version",
} as const;

export const OWN = {
  attempt: "hookyard.attempt",
  deliveries: "hookyard.deliveries",
  deliveryId: "hookyard.delivery_id",
  eventId: "hookyard.event_id",
  eventType: "hookyard.event_type",
  /** The id of a noun, such as `endpoint` or `eventDelivery`. */
  idOf: (noun: string) =>
    `hookyard.${noun.replace("eventDelivery", "delivery").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`,
  job: "hookyard.job",
  migration: "hookyard.migration",
  outcome: "hookyard.outcome",
  projectId: "hookyard.project_id",
  requestId: "hookyard.request_id",
  sourceId: "hookyard.source_id",
} as const;

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

/** A method as the conventions name it: any text of a caller would make the values endless. */
export function toMethod(method: string): string {
  return METHODS.has(method) ? method : "_OTHER";
}
