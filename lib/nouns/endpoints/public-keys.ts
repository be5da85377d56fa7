import type { Context } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import type { PublicKeys } from "@/lib/nouns/endpoints/key-pair-schemas";
import { isLive, openKeyPairs } from "@/lib/nouns/endpoints/key-pairs";

/**
 * The public keys by which deliveries of an endpoint are verified, the newest first, for whoever knows its id. Throws the
 * same not found for an endpoint that signs by secrets alone and for one that does not exist, so that nothing is told of
 * either.
 */
export async function readPublicKeys({ db, box, clock }: Context, endpointId: string): Promise<PublicKeys> {
  const row = await db
    .selectFrom("endpoints")
    .innerJoin("projects", "projects.id", "endpoints.project_id")
    .select("key_pairs")
    .where("endpoints.id", "=", endpointId)
    .where("key_pairs", "is not", null)
    .where("signature_algorithm", "<>", "hmac")
    .where("endpoints.deleted_at", "is", null)
    .where("projects.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound("endpoint");
  const now = clock.now();
  const live = openKeyPairs(row.key_pairs, box).filter((pair) => isLive(pair, now));
  return {
    keys: live.map(({ id, publicKey, createdAt, expiresAt }) => ({
      public_key: publicKey,
      jwk: { kty: "OKP", crv: "Ed25519", x: toBase64Url(publicKey), kid: id },
      created_at: createdAt,
      expires_at: expiresAt,
    })),
  };
}

function toBase64Url(publicKey: string): string {
  return Buffer.from(publicKey.slice("whpk_".length), "base64").toString("base64url");
}
