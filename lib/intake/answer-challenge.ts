import { sql } from "kysely";
import type { Database } from "@/lib/db/client";
import { findSource, refuseDisabled } from "@/lib/intake/find-source";
import { noteRefusal, type RefusedRequest } from "@/lib/intake/note-refusal";
import type { RefusalLog } from "@/lib/intake/refusal-log";
import { HookyardError } from "@/lib/kernel/errors";
import type { ChallengeAnswer } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers";
import type { SourceConfig } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import { parsePairs } from "@/lib/wire/parse-payload";

/** Answers a provider's GET that asks for proof of the secret, and records the time of the answer. */
export async function answerChallenge(
  parts: { snapshots: SnapshotCache; db: Database; refusals: RefusalLog },
  request: RefusedRequest & { maskId: string; query: string },
): Promise<ChallengeAnswer> {
  const found = await findSource(parts.snapshots, request.maskId);
  const { snapshot, source } = found;
  let answer: ChallengeAnswer;
  try {
    answer = prove(source, request.query);
  } catch (error) {
    noteRefusal(parts.refusals, found, request, { error });
    throw error;
  }
  await parts.db
    .updateTable("sources")
    .set({
      provider_config: sql`jsonb_build_object(${source.provider}::text, jsonb_build_object('crc_verified_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
    })
    .where("project_id", "=", snapshot.id)
    .where("id", "=", source.id)
    .execute();
  return answer;
}

function prove(source: SourceConfig, query: string): ChallengeAnswer {
  refuseDisabled(source);
  const provider = source.provider ? providers[source.provider] : null;
  const secret = source.verifier.type === "hmac" ? source.verifier.hmac.secret : null;
  const answer = secret ? provider?.challenge?.(parsePairs(query), secret) : null;
  if (answer) return answer;
  throw new HookyardError(
    "malformed_request",
    "This address takes webhooks by POST; a GET is only for a provider's challenge.",
  );
}
