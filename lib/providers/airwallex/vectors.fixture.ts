import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret, ms }) => ({
    headers: { "x-timestamp": String(ms), "x-signature": digest(secret, `${ms}${body}`) },
  }),
};
