import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "hook:a-password-of-ours",
  by: "own",
  sign: () => ({ headers: { authorization: "Basic aG9vazphLXBhc3N3b3JkLW9mLW91cnM=" } }),
};
