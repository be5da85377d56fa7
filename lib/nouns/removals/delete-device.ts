import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import { within } from "@/lib/db/read-context";
import { writeDevice } from "@/lib/nouns/devices/mutations";
import { toDevice } from "@/lib/nouns/devices/presenters";
import { getDeviceRow } from "@/lib/nouns/devices/queries";
import type { Device } from "@/lib/nouns/devices/schemas";
import { deleteSubscriptionsOf } from "@/lib/nouns/removals/delete-subscriptions-of";
import { discardWaiting } from "@/lib/queue/discard";

/** Deletes a device with its subscriptions and discards its waiting deliveries. */
export async function deleteDevice(ctx: ProjectContext, id: string): Promise<Device> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getDeviceRow(within(trx, ctx), id, { lock: true });
    await deleteSubscriptionsOf(trx, ctx, { by: "device_id", id });
    const deleted_at = ctx.clock.now();
    const deleted = await writeDevice(ctx, trx, { row, change: { deleted_at }, action: "device.deleted" });
    await discardWaiting(
      askTransaction(trx),
      { projectId: ctx.projectId, destinationId: id },
      "The device was deleted.",
    );
    return toDevice(deleted, ctx.clock.now());
  });
}
