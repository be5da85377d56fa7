import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==",
  by: "own",
  sign: ({ body, secret, ms }) => {
    const at = new Date(ms).toISOString();
    return {
      headers: {
        "x-zendesk-webhook-signature-timestamp": at,
        "x-zendesk-webhook-signature": digest(secret, at + body, "sha256 base64"),
      },
    };
  },
};
