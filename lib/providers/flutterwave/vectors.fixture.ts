import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-hash-of-ours",
  by: "own",
  sign: ({ secret }) => ({ headers: { "verif-hash": secret } }),
};
