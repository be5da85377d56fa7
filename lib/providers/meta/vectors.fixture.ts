import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-hub-signature-256": `sha256=${digest(secret, body)}` } }),
  challenges: [
    {
      request: { method: "GET", query: "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=mask-1" },
      answer: { status: 200, contentType: "text/plain", body: "1158201444" },
    },
  ],
};
