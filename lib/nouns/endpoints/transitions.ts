import { sql, type Transaction, type Updateable } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Endpoints } from "@/lib/db/generated";
import { conflict } from "@/lib/kernel/errors";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import { changeEndpoint } from "@/lib/nouns/endpoints/change";
import { notify } from "@/lib/nouns/endpoints/notify";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import { discardWaiting } from "@/lib/queue/discard";

/** Why Hookyard itself makes an endpoint inactive. */
export const GONE_REASON = "The endpoint answered 410 Gone, which means that it wants no more deliveries.";

/** Pauses an endpoint for an operator: its deliveries wait. */
export async function pauseEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.paused", async ({ status }) => {
    if (status === "inactive") throw conflict("The endpoint is inactive; there is nothing to pause.");
    return status === "paused" ? null : { status: "paused", status_reason: "Paused by an operator." };
  });
}

/** Resumes an endpoint: its waiting deliveries are sent from now on. */
export async function resumeEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.resumed", async ({ status }, trx) => {
    if (status === "inactive") throw conflict("The endpoint is inactive. Activate it instead.");
    return status === "active" ? null : becomeActive(trx, ctx, { id, status });
  });
}

/** Deactivates an endpoint: waiting and new deliveries are discarded. */
export async function deactivateEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.disabled", async ({ status }, trx) => {
    if (status === "inactive") return null;
    await discardWaiting(
      askTransaction(trx),
      { projectId: ctx.projectId, destinationId: id },
      "The endpoint was deactivated.",
    );
    const reason = "Deactivated by an operator.";
    await notify(trx, { projectId: ctx.projectId, endpointId: id, kind: "disabled", reason });
    return { status: "inactive", status_reason: reason };
  });
}

export async function activateEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.updated", async ({ status }, trx) => {
    return status === "active" ? null : becomeActive(trx, ctx, { id, status });
  });
}

/**
 * Wakes the workers, so that waiting deliveries need not wait for their next look. Notifies the people who were told of
 * the outage.
 */
async function becomeActive(
  trx: Transaction<DB>,
  { projectId }: ProjectContext,
  was: { id: string; status: EndpointStatus },
): Promise<Updateable<Endpoints>> {
  if (was.status !== "paused") {
    await notify(trx, { projectId, endpointId: was.id, kind: "recovered", reason: "Activated by an operator." });
  }
  await sql`select pg_notify('hookyard_work', '')`.execute(trx);
  return { status: "active", status_reason: null };
}
