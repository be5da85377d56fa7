import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-text-of-our-choice",
  by: "own",
  sign: ({ secret }) => ({ headers: { "cf-webhook-auth": secret } }),
};
