import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { ApiServices } from "@/lib/api/services";
import type { Actor } from "@/lib/db/context";
import { HookyardError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

const KEPT_MS = 24 * 3_600_000;
/** A request that has not ended after this long died with its copy of the program; the next one may run. */
const LOCKED_MS = 120_000;
const MAX_ANSWER = 1024 * 1024;
const SANE_KEY = /^[\x21-\x7e]{1,255}$/;

export const IDEMPOTENCY_HEADER = "Idempotency-Key";

/** A request that its caller may repeat: the caller, the route, and its whole content. */
export type IdempotentRequest = { actor: Actor; route: string; key: string; url: string; body: Uint8Array };

export type StoredAnswer = { text: string; isReplayed: boolean };

/**
 * Runs a request once for its key, however often it comes within 24 hours: a later one gets the first one's answer.
 * Only successful answers are stored (up to 1 MiB, encrypted), so that a failed request can be repeated. Throws
 * `invalid_fields` if the key came with another body before, and `conflict` while the first one is in progress.
 *
 * The answer is stored after the work was committed: if this copy dies in between, the work can be done twice.
 */
export async function runOnce(
  services: ApiServices,
  request: IdempotentRequest,
  run: () => Promise<string>,
): Promise<StoredAnswer> {
  if (!SANE_KEY.test(request.key)) {
    throw new HookyardError("malformed_request", `${IDEMPOTENCY_HEADER} has 1 to 255 visible ASCII characters.`);
  }
  const keyHash = hash(callerOf(request.actor), request.route, request.key);
  const requestHash = hash(request.url, request.body);
  const claim = await claimKey(services, keyHash, requestHash);
  if ("answer" in claim) return { text: claim.answer, isReplayed: true };
  let text: string;
  try {
    text = await run();
  } catch (error) {
    await release(services, keyHash, claim.attempt);
    throw error;
  }
  if (text.length > MAX_ANSWER) await release(services, keyHash, claim.attempt);
  else await keep(services, { keyHash, attempt: claim.attempt, text });
  return { text, isReplayed: false };
}

type Claim = { attempt: string } | { answer: string };

async function claimKey({ db, box, clock }: ApiServices, keyHash: Buffer, requestHash: Buffer): Promise<Claim> {
  const now = clock.now();
  const claimed = {
    request_hash: requestHash,
    attempt: newId(),
    answer: null,
    locked_until: new Date(now.getTime() + LOCKED_MS),
    expires_at: new Date(now.getTime() + KEPT_MS),
  };
  const mine = await db
    .insertInto("idempotent_requests")
    .values({ key_hash: keyHash, ...claimed })
    .onConflict((taken) =>
      taken
        .column("key_hash")
        .doUpdateSet(claimed)
        .where(sql<boolean>`idempotent_requests.expires_at <= ${now}
            or (idempotent_requests.answer is null and idempotent_requests.locked_until <= ${now})`),
    )
    .returning("attempt")
    .executeTakeFirst();
  if (mine) return { attempt: mine.attempt };
  const theirs = await db
    .selectFrom("idempotent_requests")
    .select(["request_hash", "answer"])
    .where("key_hash", "=", keyHash)
    .executeTakeFirst();
  if (theirs && !theirs.request_hash.equals(requestHash)) {
    const message = "This key came with another request before. Use a new key for each new request.";
    throw invalidFields([{ path: IDEMPOTENCY_HEADER, message }]);
  }
  if (typeof theirs?.answer === "string") return { answer: box.open(theirs.answer) };
  throw new HookyardError("conflict", "A request with this Idempotency-Key is under way. Come back for its answer.", {
    retryAfter: 1,
  });
}

/** A claim that another request has taken over is not settled here. */
async function keep(
  { db, box, log }: ApiServices,
  { keyHash, attempt, text }: { keyHash: Buffer; attempt: string; text: string },
): Promise<void> {
  await db
    .updateTable("idempotent_requests")
    .set({ answer: box.seal(text) })
    .where("key_hash", "=", keyHash)
    .where("attempt", "=", attempt)
    .execute()
    // The work is done and must be answered; the key stays locked for two minutes.
    .catch((error: unknown) => log.warn({ err: error }, "an answer could not be stored for its Idempotency-Key"));
}

async function release({ db, log }: ApiServices, keyHash: Buffer, attempt: string): Promise<void> {
  await db
    .deleteFrom("idempotent_requests")
    .where("key_hash", "=", keyHash)
    .where("attempt", "=", attempt)
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, "an Idempotency-Key could not be released"));
}

/** Keys belong to their caller, so that nobody gets another caller's answer. */
function callerOf(actor: Actor): string {
  return "id" in actor ? `${actor.kind} ${actor.id}` : actor.kind;
}

function hash(...parts: (string | Uint8Array)[]): Buffer {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(`${part.length}:`).update(part);
  return digest.digest();
}
