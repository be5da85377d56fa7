/** Where a delivery goes: an endpoint, a device that pulls it, or for a meta event the address of its project. */
export type Destination =
  | { readonly kind: "endpoint"; readonly endpointId: string }
  | { readonly kind: "device"; readonly deviceId: string }
  | { readonly kind: "meta"; readonly projectId: string };

/**
 * The id by which the queue, the attempts and the counters know a destination, in their column `endpoint_id`: ids are
 * unique over endpoints, devices and projects.
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

/** Of a delivery's own columns. Throws for a row that names neither, which no statement writes. */
export function toDestination(row: { endpoint_id: string | null; device_id: string | null }): Destination {
  if (row.device_id !== null) return { kind: "device", deviceId: row.device_id };
  if (row.endpoint_id !== null) return { kind: "endpoint", endpointId: row.endpoint_id };
  throw new Error("A delivery names neither an endpoint nor a device.");
}

/** The same, back into the two columns. */
export function destinationColumns(destination: Destination): { endpoint_id: string | null; device_id: string | null } {
  return {
    endpoint_id: destination.kind === "endpoint" ? destination.endpointId : null,
    device_id: destination.kind === "device" ? destination.deviceId : null,
  };
}
