import { HookyardError } from "@/lib/errors";
import type { ProjectSnapshot, SourcePlan } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

export type FoundSource = { snapshot: ProjectSnapshot; source: SourcePlan };

/** What addresses are made of; the database is not asked for anything else. */
const MASK = /^[\w-]{1,100}$/;

/** The source behind an ingest address, disabled or not. Throws `not_found`. */
export async function findSource(snapshots: SnapshotCache, maskId: string): Promise<FoundSource> {
  const snapshot = MASK.test(maskId) ? await snapshots.findByMask(maskId) : null;
  const source = snapshot && [...snapshot.sources.values()].find((candidate) => candidate.maskId === maskId);
  if (!snapshot || !source) throw new HookyardError("not_found", "No source has this address.");
  return { snapshot, source };
}

export function refuseDisabled({ isDisabled }: SourcePlan): void {
  if (isDisabled) throw new HookyardError("forbidden", "This source is disabled and takes no events.");
}
