import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-text-of-our-choice",
  by: "own",
  sign: ({ secret }) => ({ headers: { authorization: secret } }),
  challenges: [
    {
      request: { method: "GET", headers: { "x-okta-verification-challenge": "my verification challenge" } },
      answer: { status: 200, contentType: "application/json", body: '{"verification":"my verification challenge"}' },
    },
  ],
};
