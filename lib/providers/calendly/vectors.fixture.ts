import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "5mEzn9C-I28UtwOjZJtFoob0sAAFZ95GbZkqj4y3i0I",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: { "calendly-webhook-signature": `t=${seconds},v1=${digest(secret, `${seconds}.${body}`)}` },
  }),
};
