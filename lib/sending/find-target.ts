import type { DeliveryWork } from "@/lib/queue/work";
import { toCredentials } from "@/lib/snapshots/credentials";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { DeviceConfig, ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** Where a request goes now, or why it is not sent: `hold` gives the attempt back, `discard` ends the delivery. */
export type Target =
  | { kind: "send"; endpoint: EndpointConfig }
  | { kind: "hold" }
  | { kind: "discard"; reason: string };

/** Reads the target from the present configuration, which may have changed since the delivery was leased. Pure. */
export function findTarget({ destination, isProbe }: DeliveryWork, snapshot: ProjectSnapshot | null): Target {
  if (!snapshot) return { kind: "discard", reason: "Not sent: the project was deleted." };
  if (snapshot.isArchived) return { kind: "hold" };
  switch (destination.kind) {
    case "meta":
      return metaTarget(snapshot);
    case "device":
      return deviceTarget(snapshot.devices.get(destination.deviceId));
    case "endpoint":
      return endpointTarget(snapshot.endpoints.get(destination.endpointId), isProbe === true);
  }
}

/** Devices pull their deliveries, so a worker only discards those that a device no longer gets. */
function deviceTarget(device: DeviceConfig | undefined): Target {
  if (device?.state === "enabled") return { kind: "hold" };
  const what = device?.state === "disabled" ? "is disabled" : "was deleted";
  return { kind: "discard", reason: `Not sent: the device ${what}.` };
}

function endpointTarget(endpoint: EndpointConfig | undefined, isProbe: boolean): Target {
  if (!endpoint) return { kind: "discard", reason: "Not sent: the endpoint was deleted." };
  switch (endpoint.status) {
    case "active":
      return { kind: "send", endpoint };
    case "paused":
      return { kind: "hold" };
    case "pending":
      return isProbe ? { kind: "send", endpoint } : { kind: "hold" };
    case "inactive":
      return { kind: "discard", reason: "Not sent: the endpoint is inactive." };
  }
}

function metaTarget({ id, settings }: ProjectSnapshot): Target {
  const { is_enabled, url, secret } = settings.meta_event;
  if (!is_enabled || url === "")
    return { kind: "discard", reason: "Not sent: the project's meta events are switched off." };
  const endpoint: EndpointConfig = {
    id,
    ownerId: null,
    name: "meta events",
    url,
    templatedUrl: null,
    status: "active",
    algorithm: "hmac",
    advancedSignatures: true,
    credentials: toCredentials(secret),
    headers: null,
    method: "POST",
    isForm: false,
    timeoutMs: 10_000,
    rateLimit: 0,
    rateWindowSeconds: 60,
    maxInFlight: 0,
    ordering: null,
  };
  return { kind: "send", endpoint };
}
