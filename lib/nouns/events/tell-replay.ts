import { setTimeout as pause } from "node:timers/promises";
import type { ProjectContext } from "@/lib/db/context";
import type { NotDeliveredCode } from "@/lib/kernel/vocabulary";
import { replayEvent } from "@/lib/nouns/events/replay";
import type { ReplayedEvent } from "@/lib/nouns/events/schemas";

type Replayed = ReplayedEvent["replay"];

/** How long the answer waits for the routing, which any copy may do. */
const WAIT_MS = 5_000;
const LOOK_MS = 25;

/** Replays an event and returns the result, or that its routing is still pending. */
export async function replayAndTell(
  ctx: ProjectContext,
  id: string,
  { force, waitMs = WAIT_MS }: { force: boolean; waitMs?: number },
): Promise<Replayed> {
  const before = await replayEvent(ctx, id, { force });
  const end = performance.now() + waitMs;
  for (;;) {
    const routed = await findRouted(ctx, id);
    if (routed) return tell(routed, await countNew(ctx, id, before));
    if (performance.now() >= end) return { deliveries: null, reason: null };
    await pause(LOOK_MS);
  }
}

type Routed = { status_code: NotDeliveredCode | null; status_reason: string | null };

async function findRouted({ db, projectId }: ProjectContext, id: string): Promise<Routed | undefined> {
  const events = db.selectFrom("events").select(["status_code", "status_reason"]).where("project_id", "=", projectId);
  return events.where("id", "=", id).where("status", "<>", "Pending").executeTakeFirst();
}

/** Counts the new deliveries that will be sent. */
async function countNew({ db, projectId }: ProjectContext, id: string, before: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom("event_deliveries")
    .select(["id", "status"])
    .where("project_id", "=", projectId)
    .where("event_id", "=", id)
    .execute();
  const known = new Set(before);
  return rows.filter((row) => !known.has(row.id) && row.status !== "Discarded").length;
}

function tell({ status_code, status_reason }: Routed, deliveries: number): Replayed {
  if (deliveries > 0 || status_code === null) return { deliveries, reason: null };
  return { deliveries, reason: { code: status_code, message: status_reason ?? "" } };
}
