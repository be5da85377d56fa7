import type { ProjectContext } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import { findDeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import { openKeyPairs } from "@/lib/nouns/endpoints/key-pairs";
import { getEndpointRow } from "@/lib/nouns/endpoints/queries";
import type { DiagnoseSignature, SignatureDiagnosis } from "@/lib/nouns/endpoints/signature-schemas";
import { toBody } from "@/lib/sending/build-request";
import { orConflict, readStored } from "@/lib/sending/stored-request";
import { type Diagnosis, diagnoseSignature } from "@/lib/signing/doctor/diagnose-signature";
import type { KnownKeyPair, KnownSecret } from "@/lib/signing/doctor/digests";
import { CHANGE_WORDS } from "@/lib/signing/doctor/findings";
import { readPublicKey } from "@/lib/signing/key-pairs";
import { toKey } from "@/lib/signing/secrets";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

const MAX_SECRETS = 20;

/**
 * Says which part of a received request does not fit the signatures of an endpoint, by its present settings and by all
 * secrets and key pairs that it has had lately. The answer contains no secret, and no signature that would be right. Throws not found
 * for an unknown endpoint, or a delivery that is not its own, and `conflict` if that one's payload is past the retention or
 * cannot be the form that the endpoint takes.
 */
export async function examineReceived(
  ctx: ProjectContext,
  snapshots: SnapshotCache,
  { endpointId, input }: { endpointId: string; input: DiagnoseSignature },
): Promise<SignatureDiagnosis> {
  const endpoint = await getEndpointRow(ctx, endpointId);
  const snapshot = await snapshots.reload(ctx.projectId);
  if (!snapshot) throw notFound("project");
  const { signatureHeader: header, signature: format } = snapshot.sending;
  const diagnosis = await diagnoseSignature({
    received: {
      headers: input.headers,
      body: Buffer.from(input.body, input.body_encoding === "base64" ? "base64" : "utf8"),
      at: input.received_at === undefined ? ctx.clock.now() : new Date(input.received_at),
    },
    secrets: await readSecrets(ctx, endpointId),
    keyPairs: readKeyPairs(ctx, endpoint.key_pairs),
    settings: { header, format, isAdvanced: endpoint.advanced_signatures },
    sent: input.delivery_id ? await readSent(ctx, snapshot, { endpointId, deliveryId: input.delivery_id }) : null,
  });
  return present(diagnosis);
}

/** A delivery to another endpoint is not found: its body is no answer to a question about this one. */
async function readSent(
  ctx: ProjectContext,
  { sending, endpoints }: ProjectSnapshot,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
) {
  const row = await findDeliveryRow(ctx.db, ctx.projectId, deliveryId);
  if (row?.endpoint_id !== endpointId) throw notFound("event delivery");
  const endpoint = endpoints.get(endpointId);
  if (!endpoint) throw notFound("endpoint");
  const { told, payload } = await readStored(ctx, row);
  const body = await orConflict(() => toBody(told, { endpoint, sending, payload }));
  return { id: deliveryId, body };
}

/** The newest first, those that have ended too. */
async function readSecrets(ctx: ProjectContext, endpointId: string): Promise<KnownSecret[]> {
  const rows = await ctx.db
    .selectFrom("endpoint_secrets")
    .select(["id", "value", "created_at", "expires_at", "deleted_at"])
    .where("project_id", "=", ctx.projectId)
    .where("endpoint_id", "=", endpointId)
    .orderBy("id", "desc")
    .limit(MAX_SECRETS)
    .execute();
  return rows.map(({ id, value, created_at, expires_at, deleted_at }) => ({
    id,
    key: toKey(ctx.box.open(value)),
    createdAt: created_at,
    endsAt: expires_at ?? deleted_at,
  }));
}

/** The same of key pairs. */
function readKeyPairs({ box }: ProjectContext, sealed: string | null): KnownKeyPair[] {
  return openKeyPairs(sealed, box).flatMap(({ id, publicKey, createdAt, expiresAt }) => {
    const key = readPublicKey(publicKey);
    const endsAt = expiresAt === null ? null : new Date(expiresAt);
    return key === null ? [] : [{ id, key, createdAt: new Date(createdAt), endsAt }];
  });
}

function present({ isValid, schemes, comparison }: Diagnosis): SignatureDiagnosis {
  const findings = schemes.flatMap((scheme) => scheme.findings);
  const worst = findings.find(({ code }) => code !== "valid" && code !== "not_received") ?? findings[0];
  return {
    valid: isValid,
    message: isValid ? "The signature is right." : (worst?.message ?? ""),
    schemes: schemes.map(({ scheme, verdict, findings: found }) => ({
      scheme,
      verdict,
      findings: found.map(({ code, message, header, secretId }) => ({ code, message, header, secret_id: secretId })),
    })),
    body: comparison && {
      change: comparison.change,
      message: CHANGE_WORDS[comparison.change],
      offset: comparison.difference.at,
      line: comparison.difference.line,
      column: comparison.difference.column,
      sent: comparison.difference.sent,
      received: comparison.difference.received,
    },
  };
}
