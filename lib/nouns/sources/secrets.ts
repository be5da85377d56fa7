import type { Selectable, Updateable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Sources } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { conflict, invalidFields } from "@/lib/kernel/errors";
import { announce } from "@/lib/nouns/announcements/announce";
import { completeVerifier, isHandedOver } from "@/lib/nouns/sources/complete-verifier";
import { toSource } from "@/lib/nouns/sources/presenters";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import { Verifier } from "@/lib/nouns/sources/schemas";
import type { RotateSourceSecret, SourceSecrets } from "@/lib/nouns/sources/secret-schemas";
import { credentialOf, withSecret } from "@/lib/providers/verifiers/credential";
import { toFieldErrors } from "@/lib/wire/field-errors";

type Row = Selectable<Sources>;
type Change = Updateable<Sources>;

/** The columns of a source that accepts its present secret alone. */
export const NO_PREVIOUS = { previous_secret: null, previous_secret_expires_at: null };

export async function readSourceSecrets(ctx: ProjectContext, id: string): Promise<SourceSecrets> {
  return toSourceSecrets(await getSourceRow(ctx, id), ctx.clock.now());
}

/**
 * Gives the source's verifier another secret; the present one is accepted beside it for another `expires_in` seconds.
 * Throws a conflict while the one before that still is: a third would cut it short. With 0 seconds both end now.
 */
export async function rotateSourceSecret(
  ctx: ProjectContext,
  id: string,
  { secret, expires_in = 86_400 }: RotateSourceSecret,
): Promise<SourceSecrets> {
  return changeSecrets(ctx, id, "source.secret_rotated", (row, now) => {
    const { present, verifier } = replaceSecret(ctx, row, secret);
    const live = toSourceSecrets(row, now).previous_expires_at;
    if (live !== null && expires_in > 0) {
      throw conflict(
        `Two secrets are accepted: the one before the present one until ${live}. Wait for that, end it, or end both with expires_in 0.`,
      );
    }
    const previous = {
      previous_secret: ctx.box.seal(present),
      previous_secret_expires_at: new Date(now.getTime() + expires_in * 1000),
    };
    return { verifier: ctx.box.seal(JSON.stringify(verifier)), ...(expires_in === 0 ? NO_PREVIOUS : previous) };
  });
}

/** Stops accepting the secret before the present one. Changes nothing if it is not accepted any more. */
export async function endPreviousSecret(ctx: ProjectContext, id: string): Promise<SourceSecrets> {
  return changeSecrets(ctx, id, "source.previous_secret_ended", (row, now) =>
    toSourceSecrets(row, now).previous_expires_at === null ? null : NO_PREVIOUS,
  );
}

/** Whether an update ends the secret before: it belongs to the same verifier with the same secret as now. */
export function endsPrevious(before: Verifier | null, after: Verifier | undefined, changesProvider: boolean): boolean {
  if (changesProvider) return true;
  if (after === undefined) return false;
  if (before === null) return true;
  return before.type !== after.type || credentialOf(before) !== credentialOf(after);
}

/** Changes the secrets of a source under a lock: `decide` sees it and says what to set, or null for nothing. */
async function changeSecrets(
  ctx: ProjectContext,
  id: string,
  action: string,
  decide: (row: Row, now: Date) => Change | null,
): Promise<SourceSecrets> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getSourceRow(within(trx, ctx), id, { lock: true });
    const now = ctx.clock.now();
    const before = toSourceSecrets(row, now);
    const change = decide(row, now);
    if (change === null) return before;
    const changed = await trx
      .updateTable("sources")
      .set({ ...change, updated_at: now })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toSourceSecrets(changed, now);
    const data = toSource(changed, ctx);
    await announce(trx, ctx, { type: "source.updated", data, audited: { action, before, after } });
    return after;
  });
}

const NO_SECRET = "This source verifies requests by no secret. Set its verifier first.";
const HANDED_OVER =
  "The provider of this source hands over its secrets. Let the source wait for another handshake, and forget the one before.";

/** The verifier with the new secret, and the present one's. Throws what is wrong with the new one. */
function replaceSecret({ box }: ProjectContext, row: Row, secret: string): { present: string; verifier: Verifier } {
  const stored = row.verifier ? (JSON.parse(box.open(row.verifier)) as Verifier) : null;
  const present = stored && secretInUse(stored, row.provider);
  if (stored === null || present === null) {
    throw conflict(row.provider !== null && isHandedOver(row.provider) ? HANDED_OVER : NO_SECRET);
  }
  const complete = completeVerifier(withSecret(stored, secret), row.provider);
  if ("errors" in complete) throw wrongSecret(complete.errors);
  const parsed = Verifier.safeParse(complete.verifier);
  if (!parsed.success) throw wrongSecret(toFieldErrors(parsed.error.issues));
  if (credentialOf(parsed.data) === present)
    throw wrongSecret([{ message: "This is the present secret. Give another." }]);
  return { present, verifier: parsed.data };
}

/** The secret that requests are verified by; what a provider shared says nothing without that provider. */
function secretInUse(verifier: Verifier, provider: Row["provider"]): string | null {
  return verifier.type === "provider" && provider === null ? null : credentialOf(verifier);
}

function wrongSecret(errors: readonly { message: string }[]) {
  return invalidFields(errors.map(({ message }) => ({ path: "secret", message })));
}

function toSourceSecrets({ id, previous_secret_expires_at: expiresAt }: Row, now: Date): SourceSecrets {
  const isLive = expiresAt !== null && expiresAt > now;
  return { source_id: id, previous_expires_at: isLive ? expiresAt.toISOString() : null };
}
