import { sql } from "kysely";
import type { Database } from "@/lib/db/client";
import { HookyardError } from "@/lib/errors";
import type { ChallengeAnswer } from "@/lib/ingest/providers/provider";
import { providers } from "@/lib/ingest/providers/providers";
import { findSource } from "@/lib/ingest/receive";
import { parsePairs } from "@/lib/parse-payload";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** Answers a provider's GET that asks for proof of the secret, and remembers when it did. */
export async function answerChallenge(
  parts: { snapshots: SnapshotCache; db: Database },
  request: { maskId: string; query: string },
): Promise<ChallengeAnswer> {
  const { snapshot, source } = await findSource(parts.snapshots, request.maskId);
  const provider = source.provider ? providers[source.provider] : null;
  const secret = source.verifier.type === "hmac" ? source.verifier.hmac.secret : null;
  const answer = secret ? provider?.challenge?.(parsePairs(request.query), secret) : null;
  if (!provider || !answer) {
    throw new HookyardError(
      "malformed_request",
      "This address takes webhooks by POST; a GET is only for a provider's challenge.",
    );
  }
  await parts.db
    .updateTable("sources")
    .set({
      provider_config: sql`jsonb_build_object(${provider.name}::text, jsonb_build_object('crc_verified_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
    })
    .where("project_id", "=", snapshot.id)
    .where("id", "=", source.id)
    .execute();
  return answer;
}
