import { archived, HookyardError } from "@/lib/kernel/errors";
import type { SourceConfig } from "@/lib/snapshots/snapshot";
import type { FoundSource, SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** The characters of ingest addresses; the database is asked for nothing else. */
const MASK = /^[\w-]{1,100}$/;

/** Finds the source of an ingest address, disabled or not. Throws `not_found`, and `conflict` of an archived project. */
export async function findSource(snapshots: SnapshotCache, maskId: string): Promise<FoundSource> {
  const found = MASK.test(maskId) ? await snapshots.findByMask(maskId) : null;
  if (!found) throw new HookyardError("not_found", "No source has this address.");
  if (found.snapshot.isArchived) throw archived();
  return found;
}

export function refuseDisabled({ isDisabled }: SourceConfig): void {
  if (isDisabled) throw new HookyardError("forbidden", "This source is disabled and takes no events.");
}
