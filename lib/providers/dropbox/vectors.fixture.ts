import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-dropbox-signature": digest(secret, body) } }),
  challenges: [
    {
      request: { method: "GET", query: "challenge=abc123" },
      answer: { status: 200, contentType: "text/plain", body: "abc123" },
    },
  ],
};
