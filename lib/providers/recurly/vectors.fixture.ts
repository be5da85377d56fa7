import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret, ms }) => ({
    headers: { "recurly-signature": `${ms},${digest(secret, `${ms}.${body}`)}` },
  }),
};
