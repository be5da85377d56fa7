import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "Bearer a-token-of-ours-1234",
  by: "own",
  sign: ({ secret }) => ({ headers: { authorization: secret } }),
};
