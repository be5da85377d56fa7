import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-secret-of-ours-1234",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: { "tailscale-webhook-signature": `t=${seconds},v1=${digest(secret, `${seconds}.${body}`)}` },
  }),
};
