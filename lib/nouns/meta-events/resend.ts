import type { Kysely } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { conflict, notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { BUSY, refuseDeadlock } from "@/lib/nouns/deliveries/busy";
import { PAST_RETENTION, readRetention } from "@/lib/nouns/project-settings/retention";
import { readProjectSettings } from "@/lib/nouns/project-settings/stored-settings";
import { lockQueued } from "@/lib/queue/lock";
import { requeueMetaEvent } from "@/lib/queue/requeue";

/** Resends a meta event, like `resendDelivery`. Throws `conflict` if the project's meta events are switched off. */
export async function resendMetaEvent(ctx: ProjectContext, id: string, options: { force: boolean }): Promise<void> {
  const { projectId } = ctx;
  const resend = ctx.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    const { leased } = await lockQueued(ask, { projectId, ids: [id] }, "wait");
    if (leased.has(id)) throw conflict(BUSY);
    const metaEvent = await trx
      .selectFrom("meta_events")
      .select(["status", "num_trials", "event_type"])
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!metaEvent) throw notFound("meta event");
    if (metaEvent.status === "Success" && !options.force) {
      throw conflict("This meta event was delivered. Add ?force=true to send it once more.");
    }
    const waits = metaEvent.status === "Scheduled" || metaEvent.status === "Retry";
    if (!waits && (await readRetention(trx, projectId))([id])) throw conflict(`This meta event is ${PAST_RETENTION}`);
    await refuseWhenOff(trx, ctx);
    if (!(await requeueMetaEvent(ask, { projectId, id, numTrials: metaEvent.num_trials }))) throw conflict(BUSY);
    await recordAudit(trx, ctx, {
      action: "meta_event.resent",
      resource: { type: "meta_event", id, name: metaEvent.event_type },
    });
  });
  await resend.catch(refuseDeadlock);
}

async function refuseWhenOff(trx: Kysely<DB>, { projectId, box }: ProjectContext): Promise<void> {
  const project = await trx
    .selectFrom("projects")
    .select("settings")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  const { is_enabled, url } = readProjectSettings(project.settings, box).meta_event;
  if (!is_enabled || url === "") {
    throw conflict("The project's meta events are switched off. Switch them on in its settings, then resend.");
  }
}
