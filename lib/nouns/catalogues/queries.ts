import type { Kysely, Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Catalogues, DB } from "@/lib/db/generated";
import type { Catalogue } from "@/lib/nouns/catalogues/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export type CatalogueRow = Selectable<Catalogues>;

/** Reads the settings of a project's catalogue; those of one that was never set are empty and off. */
export async function getCatalogue(ctx: ProjectContext): Promise<Catalogue> {
  return toCatalogue(ctx, await findCatalogueRow(ctx.db, ctx.projectId));
}

export async function findCatalogueRow(db: Kysely<DB>, projectId: string, { lock = false } = {}) {
  const query = db.selectFrom("catalogues").selectAll().where("project_id", "=", projectId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

const NEVER_SET = {
  is_enabled: false,
  address: "",
  title: "",
  description: "",
  is_indexed: false,
  created_at: null,
  updated_at: null,
};

/** As the API shows it, with the present counts. */
export async function toCatalogue(ctx: ProjectContext, row: CatalogueRow | undefined): Promise<Catalogue> {
  const counts = await ctx.db
    .selectFrom("event_types")
    .select((eb) => [eb.fn.countAll<number>().as("all"), eb.fn.count<number>("public_since").as("public")])
    .where("project_id", "=", ctx.projectId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  const { address, created_at, updated_at, ...kept } = row ?? NEVER_SET;
  return {
    project_id: ctx.projectId,
    is_enabled: kept.is_enabled,
    address,
    url: address === "" ? "" : `${ctx.publicUrl}/catalogue/${address}`,
    title: kept.title,
    description: kept.description,
    is_indexed: kept.is_indexed,
    event_types: counts.all,
    public_event_types: counts.public,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
}
