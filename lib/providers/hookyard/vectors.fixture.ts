import { signAdvanced } from "@/lib/signing/hookyard-signature";
import { toKey } from "@/lib/signing/secrets";
import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
  by: "official library",
  sign: async ({ body, secret, seconds }) => ({
    headers: { "x-hookyard-signature": await signAdvanced(seconds, Buffer.from(body), [toKey(secret)]) },
  }),
};
