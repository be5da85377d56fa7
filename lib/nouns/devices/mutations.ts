import { type Selectable, sql, type Transaction, type Updateable } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Devices } from "@/lib/db/generated";
import { type ReadContext, within } from "@/lib/db/read-context";
import { violatesUnique } from "@/lib/db/violations";
import { conflict, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { toDevice } from "@/lib/nouns/devices/presenters";
import { getDeviceRow } from "@/lib/nouns/devices/queries";
import type { Device, RegisterDevice, RegisteredDevice, UpdateDevice } from "@/lib/nouns/devices/schemas";
import { discardWaiting } from "@/lib/queue/discard";
import { generateSecret } from "@/lib/signing/secrets";

/** How often `last_seen_at` is written at most. */
const SEEN_EVERY_SECONDS = 5;

/** Creates the device of that name, or finds it; a named endpoint is the one that it stands in for from now on. */
export async function registerDevice(ctx: ProjectContext, input: RegisterDevice): Promise<RegisteredDevice> {
  const { host_name, endpoint_id } = input;
  return ctx.db.transaction().execute(async (trx) => {
    await checkEndpoint(within(trx, ctx), endpoint_id);
    const now = ctx.clock.now();
    const stored = { secret: ctx.box.seal(generateSecret()), created_at: now, updated_at: now };
    const made = await trx
      .insertInto("devices")
      .values({ project_id: ctx.projectId, id: newId(), host_name, endpoint_id: endpoint_id ?? null, ...stored })
      .onConflict((conflicting) => conflicting.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) {
      await audit(ctx, trx, { action: "device.registered", row: made });
      return toRegistered(ctx, made);
    }
    const found = await trx
      .selectFrom("devices")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where(sql<boolean>`lower(host_name) = lower(${host_name})`)
      .where("deleted_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!found) throw conflict("The device of this name was deleted right now. Register it again.");
    if (endpoint_id === undefined || endpoint_id === found.endpoint_id) return toRegistered(ctx, found);
    return toRegistered(ctx, await writeDevice(ctx, trx, { row: found, change: { endpoint_id } }));
  });
}

/**
 * Replaces the given fields. Disabling discards waiting deliveries, which can be resent once the device is enabled
 * again.
 */
export async function updateDevice(ctx: ProjectContext, id: string, input: UpdateDevice): Promise<Device> {
  const update = ctx.db.transaction().execute(async (trx) => {
    const row = await getDeviceRow(within(trx, ctx), id, { lock: true });
    await checkEndpoint(within(trx, ctx), input.endpoint_id);
    const changed = await writeDevice(ctx, trx, { row, change: input });
    if (input.is_disabled && !row.is_disabled) {
      await discardWaiting(
        askTransaction(trx),
        { projectId: ctx.projectId, destinationId: id },
        "The device was disabled.",
      );
    }
    return toDevice(changed, ctx.clock.now());
  });
  return update.catch((error) => {
    if (!violatesUnique(error, "devices_host_name")) throw error;
    throw new HookyardError("duplicate", "There is a device of this name in this project already.", {
      fields: [{ path: "host_name", message: "Another device has this name." }],
    });
  });
}

/**
 * Records that the device was seen. Throws not found if it was deleted; `mayPull` refuses a disabled one with a
 * conflict.
 */
export async function seeDevice(ctx: ProjectContext, id: string, { mayPull }: { mayPull: boolean }): Promise<void> {
  const row = await getDeviceRow(ctx, id);
  if (mayPull && row.is_disabled) throw conflict(`The device ${row.host_name} is disabled. An admin can enable it.`);
  const now = ctx.clock.now();
  const isRecent = row.last_seen_at && now.getTime() - row.last_seen_at.getTime() < SEEN_EVERY_SECONDS * 1000;
  if (isRecent) return;
  await ctx.db
    .updateTable("devices")
    .set({ last_seen_at: now })
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .execute();
}

type Change = { row: Selectable<Devices>; change: Updateable<Devices>; action?: string };

/** Changes a device that the caller has locked, and tells the audit log. */
export async function writeDevice(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  { row, change, action = "device.updated" }: Change,
) {
  const changed = await trx
    .updateTable("devices")
    .set({ ...change, updated_at: ctx.clock.now() })
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, trx, { action, row: changed, before: row });
  return changed;
}

async function audit(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  { action, row, before }: { action: string; row: Selectable<Devices>; before?: Selectable<Devices> },
): Promise<void> {
  const now = ctx.clock.now();
  await recordAudit(trx, ctx, {
    action,
    resource: { type: "device", id: row.id, name: row.host_name },
    ...(before && { before: toDevice(before, now), after: toDevice(row, now) }),
  });
}

function toRegistered(ctx: ProjectContext, row: Selectable<Devices>): RegisteredDevice {
  return { ...toDevice(row, ctx.clock.now()), secret: row.endpoint_id === null ? ctx.box.open(row.secret) : "" };
}

/** Locks the endpoint against deletion before the device is written. */
async function checkEndpoint({ db, projectId }: ReadContext, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const row = await db
    .selectFrom("endpoints")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forShare()
    .executeTakeFirst();
  if (!row) throw invalidFields([{ path: "endpoint_id", message: "No such endpoint in this project." }]);
}
