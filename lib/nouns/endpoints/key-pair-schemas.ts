import { z } from "zod";
import { SecretOverlap, Timestamp, Uid } from "@/lib/wire/fields";

/** What is shown of a key pair. The private key never is. */
export const SigningKeyPair = z.object({
  uid: Uid,
  public_key: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type SigningKeyPair = z.infer<typeof SigningKeyPair>;

export const RotateKeyPair = z.strictObject({ expires_in: SecretOverlap });
export type RotateKeyPair = z.input<typeof RotateKeyPair>;

/** The public keys of an endpoint, as everybody gets them. */
export const PublicKeys = z.object({
  keys: z.array(
    z.object({
      public_key: z.string(),
      jwk: z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), kid: z.string() }),
      created_at: Timestamp,
      expires_at: Timestamp,
    }),
  ),
});
export type PublicKeys = z.infer<typeof PublicKeys>;
