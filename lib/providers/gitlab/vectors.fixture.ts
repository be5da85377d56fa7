import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-token-of-ours",
  by: "own",
  sign: ({ secret }) => ({ headers: { "x-gitlab-token": secret } }),
};
