import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "@/cli/listen/open-session";
import { ApiError, unwrap } from "@/lib/api/client";
import type { Sender, SendResult } from "@/lib/egress/send";
import type { PulledDelivery } from "@/lib/nouns/devices/schemas";

type Parts = { session: Session; sender: Sender; print(line: string): void };

/** A result is worth reporting for as long as its lease lasts. */
const REPORT_TRIES = 5;

/** Makes the request of a pulled delivery at the local address and reports the result. */
export async function forward({ session, sender, print }: Parts, delivery: PulledDelivery, to: string): Promise<void> {
  const url = withQuery(to, delivery.url_query_params);
  const sent = await sender.send({
    method: delivery.method,
    url,
    headers: delivery.headers,
    body: Buffer.from(delivery.body, "base64"),
    timeoutMs: delivery.timeout_seconds * 1000,
  });
  print(toLine(delivery, sent));
  await report(session, delivery, { url, sent }).catch((error) => {
    // Another worker or device has the delivery by now, or will have it soon: it is not lost.
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error;
    print(`  The result of ${delivery.uid} could not be reported: ${error.message}`);
  });
}

async function report(
  { client, project, device }: Session,
  delivery: PulledDelivery,
  { url, sent }: { url: string; sent: SendResult },
): Promise<void> {
  const path = { projectID: project.uid, deviceID: device.uid };
  const body = { lease_id: delivery.lease_id, url: url.slice(0, 2_048), ...toResult(sent) };
  const post = () =>
    delivery.is_test
      ? client.POST("/v1/projects/{projectID}/devices/{deviceID}/tests/{testID}/result", {
          params: { path: { ...path, testID: delivery.uid } },
          body,
        })
      : client.POST("/v1/projects/{projectID}/devices/{deviceID}/deliveries/{eventDeliveryID}/result", {
          params: { path: { ...path, eventDeliveryID: delivery.uid } },
          body,
        });
  for (let tries = 1; ; tries++) {
    try {
      await unwrap<unknown>(post());
      return;
    } catch (error) {
      if (!isAway(error) || tries === REPORT_TRIES) throw error;
      await pause(tries * 1_000);
    }
  }
}

function toResult({ status, headers, body, bodyTruncated, error, durationMs }: SendResult) {
  return {
    status,
    headers,
    body: body.toString("base64"),
    body_truncated: bodyTruncated,
    error: error?.message ?? null,
    error_code: error?.code ?? null,
    duration_ms: durationMs,
  };
}

/** Whether the server cannot be reached for now, or has a fault. */
function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

function toLine(pulled: PulledDelivery, { status, error, durationMs }: SendResult): string {
  const { event_type, number, is_test } = pulled;
  const time = new Date().toTimeString().slice(0, 8);
  const again = is_test ? " (test)" : number > 1 ? ` (attempt ${number})` : "";
  return `${time}  ${status ?? "---"}  ${event_type}${again}  ${Math.round(durationMs)} ms${error ? `  ${error.message}` : ""}`;
}

function withQuery(url: string, params: string): string {
  if (params === "") return url;
  return `${url}${url.includes("?") ? "&" : "?"}${params}`;
}
