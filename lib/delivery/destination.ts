import type { DeliveryWork } from "@/lib/delivery/work";
import { toKey } from "@/lib/signing/secrets";
import type { EndpointPlan, ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** Where a delivery goes now, or why it does not go: `hold` gives the attempt back, `discard` ends the delivery. */
export type Destination =
  | { kind: "send"; endpoint: EndpointPlan }
  | { kind: "hold" }
  | { kind: "discard"; reason: string };

/** Reads the destination from the present configuration, which may have changed since the delivery was leased. Pure. */
export function findDestination(work: DeliveryWork, snapshot: ProjectSnapshot | null): Destination {
  if (!snapshot) return { kind: "discard", reason: "Not sent: the project was deleted." };
  if (work.kind === "meta_event") return metaEventDestination(snapshot);
  const device = snapshot.devices.get(work.endpointId);
  if (device) {
    if (device.state === "enabled") return { kind: "hold" };
    return {
      kind: "discard",
      reason: `Not sent: the device ${device.state === "deleted" ? "was deleted" : "is disabled"}.`,
    };
  }
  const endpoint = snapshot.endpoints.get(work.endpointId);
  if (!endpoint) return { kind: "discard", reason: "Not sent: the endpoint was deleted." };
  switch (endpoint.status) {
    case "active":
      return { kind: "send", endpoint };
    case "paused":
      return { kind: "hold" };
    case "pending":
      return work.isProbe ? { kind: "send", endpoint } : { kind: "hold" };
    case "inactive":
      return { kind: "discard", reason: "Not sent: the endpoint is inactive." };
  }
}

function metaEventDestination({ id, settings }: ProjectSnapshot): Destination {
  const { is_enabled, url, secret } = settings.meta_event;
  if (!is_enabled || url === "")
    return { kind: "discard", reason: "Not sent: the project's meta events are switched off." };
  const endpoint: EndpointPlan = {
    id,
    ownerId: null,
    name: "meta events",
    url,
    status: "active",
    advancedSignatures: true,
    secrets: secret === "" ? [] : [{ key: toKey(secret), expiresAt: Number.POSITIVE_INFINITY }],
    authHeaders: {},
    oauth2: null,
    timeoutMs: 10_000,
    rateLimit: 0,
    rateWindowSeconds: 60,
    maxInFlight: 0,
    ordering: null,
  };
  return { kind: "send", endpoint };
}
