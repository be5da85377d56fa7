import type { Waiting } from "@/lib/intake/waiting-events";
import { archived, notFound } from "@/lib/kernel/errors";
import type { ProjectCore } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** Returns the snapshots of a batch's projects; refuses events of deleted and of archived projects at once. */
export async function lookUpProjects(
  cache: SnapshotCache,
  batch: readonly Waiting[],
): Promise<{ known: Waiting[]; snapshots: Map<string, ProjectCore> }> {
  const snapshots = new Map<string, ProjectCore>();
  for (const id of new Set(batch.map(({ event }) => event.projectId))) {
    const snapshot = cache.peek(id) ?? (await cache.getCore(id));
    if (snapshot) snapshots.set(id, snapshot);
  }
  const known = batch.filter((waiting) => {
    const snapshot = snapshots.get(waiting.event.projectId);
    if (snapshot && !snapshot.isArchived) return true;
    waiting.reject(snapshot ? archived() : notFound("project"));
    return false;
  });
  return { known, snapshots };
}
