import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-nylas-signature": digest(secret, body) } }),
  challenges: [
    {
      request: { method: "GET", query: "challenge=bc609b38-c81f-47fb-a275-1d9bd61a968b" },
      answer: { status: 200, contentType: "text/plain", body: "bc609b38-c81f-47fb-a275-1d9bd61a968b" },
    },
  ],
};
