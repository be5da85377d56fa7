/** The receiver of a delivery: an endpoint, a device that pulls it, or the meta address of its project. */
export type Destination =
  | { readonly kind: "endpoint"; readonly endpointId: string }
  | { readonly kind: "device"; readonly deviceId: string }
  | { readonly kind: "meta"; readonly projectId: string };

/**
 * The id by which the queue, the attempts and the counters know a destination, in their column
 * `destination_id`: ids are unique over endpoints, devices and projects.
 */
export function destinationId(destination: Destination): string {
  switch (destination.kind) {
    case "endpoint":
      return destination.endpointId;
    case "device":
      return destination.deviceId;
    case "meta":
      return destination.projectId;
  }
}

/** The destination that a delivery's own columns name. Throws if they name neither, which no statement writes. */
export function toDestination(row: { endpoint_id: string | null; device_id: string | null }): Destination {
  if (row.device_id !== null) return { kind: "device", deviceId: row.device_id };
  if (row.endpoint_id !== null) return { kind: "endpoint", endpointId: row.endpoint_id };
  throw new Error("A delivery names neither an endpoint nor a device.");
}

/** The value of an endpoint column; null for any other destination. */
export function endpointIdOf(destination: Destination): string | null {
  return destination.kind === "endpoint" ? destination.endpointId : null;
}

/** The value of a device column; null for any other destination. */
export function deviceIdOf(destination: Destination): string | null {
  return destination.kind === "device" ? destination.deviceId : null;
}
