import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { takeTurn } from "@/lib/db/take-turn";
import { violatesUnique } from "@/lib/db/violations";
import { HookyardError } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { findCatalogueRow, toCatalogue } from "@/lib/nouns/catalogues/queries";
import type { Catalogue, UpdateCatalogue } from "@/lib/nouns/catalogues/schemas";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";

const OFF = { is_enabled: false, is_indexed: false, title: "", description: "" };

/** Replaces the given settings. Throws `duplicate` if another catalogue has the address. `ctx.db` is the whole database. */
export async function updateCatalogue(ctx: ProjectContext, input: UpdateCatalogue): Promise<Catalogue> {
  const change = ctx.db.transaction().execute(async (trx) => {
    // Two that set it for the first time take turns.
    const { name } = await getProjectRow(trx, ctx.projectId, { lock: true });
    const before = await findCatalogueRow(trx, ctx.projectId);
    const { address, ...settings } = input;
    if (address) await refuseTakenAddress(trx, address, ctx.projectId);
    const now = ctx.clock.now();
    const row = {
      ...OFF,
      ...before,
      ...settings,
      project_id: ctx.projectId,
      address: (address === undefined ? before?.address : address) ?? newAddress(),
      created_at: before?.created_at ?? now,
      updated_at: now,
    };
    const { project_id: _key, ...changed } = row;
    await trx
      .insertInto("catalogues")
      .values(row)
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(changed))
      .execute();
    await recordAudit(trx, ctx, {
      action: "project.catalogue_updated",
      resource: { type: "project", id: ctx.projectId, name },
      before: toAudited(before ?? { ...OFF, address: "" }),
      after: toAudited(row),
    });
    return row;
  });
  return toCatalogue(ctx, await change.catch(refuseDuplicate));
}

/** 128 random bits, so that only those who are told the address find it. */
function newAddress(): string {
  return randomBytes(16).toString("hex");
}

type Audited = typeof OFF & { address: string };

function toAudited({ is_enabled, is_indexed, title, description, address }: Audited): Audited {
  return { is_enabled, is_indexed, title, description, address };
}

/** By turns: an index is of a shard, which has some of the projects only. */
async function refuseTakenAddress(trx: Transaction<DB>, address: string, projectId: string): Promise<void> {
  await takeTurn(trx, `catalogue ${address}`);
  const others = trx.selectFrom("catalogues").select("project_id").where("address", "=", address);
  if (await others.where("project_id", "!=", projectId).executeTakeFirst()) throw taken();
}

/** Copies of version 0.1 take no turns. */
function refuseDuplicate(error: unknown): never {
  throw violatesUnique(error, "catalogues_address_key") ? taken() : error;
}

function taken() {
  const message = "Another catalogue has this address.";
  return new HookyardError("duplicate", message, { fields: [{ path: "address", message }] });
}
