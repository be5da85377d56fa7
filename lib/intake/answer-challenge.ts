import { sql } from "kysely";
import type { Database } from "@/lib/db/client";
import { findSource, refuseDisabled } from "@/lib/intake/find-source";
import { noteRefusal, type RefusedRequest } from "@/lib/intake/note-refusal";
import type { ProviderKeys } from "@/lib/intake/provider-keys";
import type { RefusalLog } from "@/lib/intake/refusal-log";
import type { Clock } from "@/lib/kernel/clock";
import { HookyardError } from "@/lib/kernel/errors";
import type { Challenge, ChallengeAnswer } from "@/lib/providers/challenge";
import { answerOf, findChallenge } from "@/lib/providers/verification/answer";
import { readOwnUrl } from "@/lib/providers/verification/needed-key";
import { Received } from "@/lib/providers/verification/received";
import type { FoundSource, SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** What answering a challenge needs: where its time is written, which secrets count now, and the addresses signed. */
export type ChallengeParts = {
  db: Database;
  clock: Clock;
  refusals: RefusalLog;
  providerKeys: ProviderKeys;
  publicUrl: string;
  ingestUrl?: string | undefined;
};

type Asking = RefusedRequest & { maskId: string; query: string; path: string };

/** Answers a provider's GET that asks whether this address is the subscriber's, and records the time of the answer. */
export async function answerChallenge(
  parts: ChallengeParts & { snapshots: SnapshotCache },
  request: Asking,
): Promise<ChallengeAnswer> {
  const found = await findSource(parts.snapshots, request.maskId);
  const received = toReceived(parts, request, NO_BODY);
  let challenge: Challenge;
  try {
    refuseDisabled(found.source);
    challenge = getChallenge(found, received);
  } catch (error) {
    noteRefusal(parts.refusals, found, request, { error });
    throw error;
  }
  return answerFound(parts, found, { challenge, received, request });
}

/** Answers a challenge that was found, and records the time of it. One that asks wrongly is refused, and that noted. */
export async function answerFound(
  { db, clock, refusals, providerKeys }: ChallengeParts,
  found: FoundSource,
  { challenge, received, request }: { challenge: Challenge; received: Received; request: RefusedRequest },
): Promise<ChallengeAnswer> {
  const { snapshot, source } = found;
  const subscriber = { verifyToken: source.maskId, secrets: source.verification.secretsAt(clock.now().getTime()) };
  const answer = answerOf(challenge, received, subscriber);
  if ("problem" in answer) {
    const error = new HookyardError("malformed_request", answer.problem);
    noteRefusal(refusals, found, request, { error });
    throw error;
  }
  if (challenge.visit) {
    try {
      await visit(providerKeys, challenge.visit, { received, sourceId: source.id });
    } catch (error) {
      noteRefusal(refusals, found, request, { error });
      throw error;
    }
  }
  const field = challenge.proof ? "crc_verified_at" : "challenge_answered_at";
  await db
    .updateTable("sources")
    .set({
      provider_config: sql`jsonb_build_object(${source.provider}::text, jsonb_build_object(${field}::text, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
    })
    .where("project_id", "=", snapshot.id)
    .where("id", "=", source.id)
    .execute();
  return answer;
}

/** Fetches the URL by which a provider is told that this address is the subscriber's. */
async function visit(
  { hosts }: ProviderKeys,
  { url: at, of }: NonNullable<Challenge["visit"]>,
  { received, sourceId }: { received: Received; sourceId: string },
): Promise<void> {
  const url = readOwnUrl(received.read(at) ?? "", of);
  if (url === null) {
    const message = "The URL that is to be visited is none of the provider's own; it was not fetched.";
    throw new HookyardError("malformed_request", message);
  }
  const fetched = await hosts.fetch(url.href, sourceId);
  if (fetched.text !== null) return;
  const message = `The provider could not be told at ${url.host} that this address is the subscriber's (${fetched.why}). Send it again later.`;
  throw new HookyardError("unavailable", message, { reason: "key_unreachable", retryAfter: 15 });
}

/** A received request as providers sign it: with the address that its sender knows. */
export function toReceived(
  { publicUrl, ingestUrl }: Pick<ChallengeParts, "publicUrl" | "ingestUrl">,
  { method, headers, query, path }: Asking,
  rawBody: Buffer,
): Received {
  const url = `${ingestUrl ?? publicUrl}${path}${query === "" ? "" : `?${query}`}`;
  return new Received({ method, headers, query, url, rawBody });
}

const NO_BODY = Buffer.alloc(0);

function getChallenge({ source }: FoundSource, received: Received): Challenge {
  const challenge = findChallenge(source.verification.challenges, received);
  if (challenge) return challenge;
  throw new HookyardError(
    "malformed_request",
    "This address takes webhooks by POST; a GET is only for a provider's challenge.",
  );
}
