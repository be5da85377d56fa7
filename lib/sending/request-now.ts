import type { ProjectContext } from "@/lib/db/context";
import type { AddressGuard } from "@/lib/egress/address-guard";
import type { OwnReceivers } from "@/lib/egress/own-receivers";
import { createSender, type OutgoingRequest } from "@/lib/egress/send";
import { conflict, invalidFields, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { type DeliveryRow, findDeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import type { SignedRequest, TestSend, TestSendResult } from "@/lib/nouns/deliveries/request-schemas";
import { AccessTokens } from "@/lib/sending/access-tokens";
import { buildRequest, type Told, toRecordedHeaders } from "@/lib/sending/build-request";
import { sendAuthorized } from "@/lib/sending/send-authorized";
import { orConflict, readStored } from "@/lib/sending/stored-request";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import { writtenAsBytes, writtenAsText } from "@/lib/wire/json-pieces";

/** Marks a test, so that a receiver can tell it from what counts. */
export const TEST_HEADER = "webhook-test";

type Services = { snapshots: SnapshotCache; guard: AddressGuard; ownReceivers?: OwnReceivers | null };

/**
 * Builds the request that the next attempt of a delivery would send, signed for now, and records who asked. Nothing is
 * sent. Throws not found for an unknown delivery, and `conflict` if it goes to a device, its endpoint was deleted, or its
 * payload is past the retention or cannot be the form that the endpoint takes.
 */
export async function signRequest(ctx: ProjectContext, services: Services, id: string): Promise<SignedRequest> {
  const { row, snapshot } = await readDelivery(ctx, services, id);
  const endpoint = findOwnEndpoint(row, snapshot);
  const now = ctx.clock.now();
  const { told, payload } = await readStored(ctx, row);
  const making = { endpoint, sending: snapshot.sending, payload, now };
  const request = await orConflict(() => buildRequest(told, making));
  await record(ctx, "event_delivery.signed", row);
  return present(request, endpoint, now);
}

/**
 * Sends what a delivery sends, or another payload, to its endpoint or another one: once, as a test that counts nowhere.
 * It has an id of its own, so that no receiver takes it for a repetition. Throws as `signRequest` does, a field error for
 * an unknown endpoint or too large a payload, and `conflict` for an inactive endpoint.
 */
export async function sendTest(
  ctx: ProjectContext,
  services: Services,
  id: string,
  { endpoint_id, raw }: TestSend,
): Promise<TestSendResult> {
  const { row, snapshot } = await readDelivery(ctx, services, id);
  const endpoint = endpoint_id === undefined ? findOwnEndpoint(row, snapshot) : findEndpoint(endpoint_id, snapshot);
  if (endpoint.status === "inactive") throw conflict("The endpoint is inactive. Activate it to send it something.");
  const own = await readStored(ctx, row);
  const payload = raw === undefined ? own.payload : toPayload(raw, snapshot);
  const headers = { ...own.told.headers, [TEST_HEADER]: "true" };
  const told: Told = { ...own.told, deliveryId: `test_${newId()}`, headers, numTrials: 0 };
  const now = ctx.clock.now();
  const making = { endpoint, sending: snapshot.sending, payload, now };
  const request = await orConflict(() => buildRequest(told, making));
  await record(ctx, "event_delivery.test_sent", row, endpoint.id);
  const sender = createSender({ guard: services.guard, own: services.ownReceivers ?? null });
  try {
    const sent = await sendAuthorized(
      { sender, tokens: new AccessTokens(sender), clock: ctx.clock },
      request,
      endpoint,
    );
    return {
      request: present(request, endpoint, now),
      response_status: sent.status,
      response_http_header: sent.headers,
      response_data: sent.body.toString("utf8"),
      response_truncated: sent.bodyTruncated,
      error_code: sent.error?.code ?? null,
      error: sent.error?.message ?? null,
      duration_ms: sent.durationMs,
    };
  } finally {
    await sender.close();
  }
}

async function readDelivery(ctx: ProjectContext, { snapshots }: Services, id: string) {
  const [row, snapshot] = await Promise.all([
    findDeliveryRow(ctx.db, ctx.projectId, id),
    snapshots.reload(ctx.projectId),
  ]);
  if (!row || !snapshot) throw notFound("event delivery");
  return { row, snapshot };
}

function findOwnEndpoint({ endpoint_id }: DeliveryRow, { endpoints }: ProjectSnapshot): EndpointConfig {
  if (endpoint_id === null)
    throw conflict("It goes to a device, which signs nothing. Name an endpoint to test it there.");
  const endpoint = endpoints.get(endpoint_id);
  if (!endpoint) throw conflict("Its endpoint was deleted, and its secrets with it.");
  return endpoint;
}

function findEndpoint(id: string, { endpoints }: ProjectSnapshot): EndpointConfig {
  const endpoint = endpoints.get(id);
  if (!endpoint) throw invalidFields([{ path: "endpoint_id", message: "No such endpoint in this project." }]);
  return endpoint;
}

/** The bytes of an edited payload. Throws a field error if the project takes none so large. */
export function toPayload(raw: string, { settings }: ProjectSnapshot): Buffer {
  const payload = Buffer.from(raw, "utf8");
  const limit = settings.max_payload_read_size;
  if (payload.length <= limit) return payload;
  throw invalidFields([{ path: "raw", message: `The project takes payloads of up to ${limit} bytes.` }]);
}

async function record(ctx: ProjectContext, action: string, row: DeliveryRow, endpointId?: string): Promise<void> {
  await recordAudit(ctx.db, ctx, {
    action,
    resource: { type: "event_delivery", id: row.id, name: row.event_type },
    ...(endpointId !== undefined && { before: {}, after: { endpoint_id: endpointId } }),
  });
}

function present({ method, url, headers, body }: OutgoingRequest, endpoint: EndpointConfig, now: Date): SignedRequest {
  const bytes = body ?? Buffer.alloc(0);
  return {
    method,
    url,
    headers: toRecordedHeaders(headers, endpoint),
    data: writtenAsBytes(bytes),
    raw: writtenAsText(bytes),
    signed_at: now.toISOString(),
  };
}
