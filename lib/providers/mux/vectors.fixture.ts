import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "SuperSecret123",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: { "mux-signature": `t=${seconds},v1=${digest(secret, `${seconds}.${body}`)}` },
  }),
};
