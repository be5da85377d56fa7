import type { ApiServices } from "@/lib/api/services";
import { createSender } from "@/lib/egress/send";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import { getAlertRouteRow } from "@/lib/nouns/alert-routes/queries";
import type { AlertRouteTest } from "@/lib/nouns/alert-routes/schemas";
import { openSettings } from "@/lib/nouns/alert-routes/settings";
import type { AlertScope } from "@/lib/nouns/alert-rules/scope";
import { sendTest } from "@/lib/upkeep/messages/send-test";

/** Sends a test along a route, and tells what became of it. Throws not found. */
export async function testAlertRoute(scope: AlertScope, services: ApiServices, id: string): Promise<AlertRouteTest> {
  const row = await getAlertRouteRow(scope.db, scope, id);
  const project = scope.projectId === INSTALLATION ? null : await projectOf(scope);
  const sender = createSender({ guard: services.guard, own: services.ownReceivers ?? null });
  const startedAt = performance.now();
  try {
    const failure = await sendTest({ sender, mailer: services.mailer ?? null }, openSettings(row.settings, scope.box), {
      id: newId(),
      routeId: id,
      at: scope.clock.now(),
      project,
      publicUrl: scope.publicUrl,
    });
    const durationMs = Math.round(performance.now() - startedAt);
    return { is_delivered: failure === null, error: failure, duration_ms: durationMs };
  } finally {
    await sender.close();
  }
}

async function projectOf({ db, projectId }: AlertScope): Promise<{ id: string; name: string }> {
  return db.selectFrom("projects").select(["id", "name"]).where("id", "=", projectId).executeTakeFirstOrThrow();
}
