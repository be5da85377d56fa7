import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret, ms }) => ({
    headers: { "workos-signature": `t=${ms},v1=${digest(secret, `${ms}.${body}`)}` },
  }),
};
