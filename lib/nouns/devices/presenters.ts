import type { Selectable } from "kysely";
import type { Devices } from "@/lib/db/generated";
import type { DeviceStatus } from "@/lib/kernel/vocabulary";
import type { Device } from "@/lib/nouns/devices/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** A device pulls at least every 25 seconds; one not seen for this long is offline. */
export const ONLINE_SECONDS = 40;

/** Presents a device as of `now`: whether it is online depends on when it was last seen. */
export function toDevice(row: Selectable<Devices>, now: Date): Device {
  return {
    uid: row.id,
    project_id: row.project_id,
    endpoint_id: row.endpoint_id,
    host_name: row.host_name,
    status: statusOf(row, now),
    last_seen_at: toTimestamp(row.last_seen_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: toTimestamp(row.deleted_at),
  };
}

function statusOf({ is_disabled, last_seen_at }: Selectable<Devices>, now: Date): DeviceStatus {
  if (is_disabled) return "disabled";
  if (!last_seen_at) return "offline";
  return now.getTime() - last_seen_at.getTime() <= ONLINE_SECONDS * 1000 ? "online" : "offline";
}
