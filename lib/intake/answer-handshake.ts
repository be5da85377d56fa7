import type { Context } from "@/lib/db/context";
import { HookyardError } from "@/lib/kernel/errors";
import { takeHandshake } from "@/lib/nouns/sources/take-handshake";
import type { ChallengeAnswer } from "@/lib/providers/challenge";
import { answerHandshake, readHandshake } from "@/lib/providers/verification/read-handshake";
import type { Received } from "@/lib/providers/verification/received";
import type { FoundSource, SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** What taking a secret needs: everything that a change of the source does. */
export type HandshakeParts = Omit<Context, "actor" | "request"> & { snapshots: SnapshotCache };

/**
 * Takes the secret that a request hands over, and says what to answer; null if the request is no handshake. Throws
 * `unauthorized` if it hands over none that can be, or if the source waits for none.
 */
export async function answerIfHandshake(
  parts: HandshakeParts,
  { snapshot, source }: FoundSource,
  { received, address }: { received: Received; address: string },
): Promise<ChallengeAnswer | null> {
  const { handshake } = source.verification;
  const given = handshake && readHandshake(handshake, received);
  if (!given) return null;
  if ("code" in given) throw new HookyardError("unauthorized", given.message, { reason: given.code });
  const { secret } = given;
  const ctx = {
    ...parts,
    actor: { kind: "anonymous" as const },
    projectId: snapshot.id,
    role: "viewer" as const,
    request: { id: "", address, isAudited: false },
  };
  const isNew = await takeHandshake(ctx, { sourceId: source.id, secret, address, handshake });
  // The next request is signed with it, and may come before the database has told of the change.
  if (isNew) parts.snapshots.forget(snapshot.id);
  return answerHandshake(handshake, secret);
}
