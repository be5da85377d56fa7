import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-wc-webhook-signature": digest(secret, body, "sha256 base64") } }),
  challenges: [
    {
      request: {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "webhook_id=12",
      },
      answer: { status: 200, contentType: "text/plain", body: "" },
    },
  ],
};
