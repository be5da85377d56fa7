import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: { "x-cio-timestamp": String(seconds), "x-cio-signature": digest(secret, `v0:${seconds}:${body}`) },
  }),
};
