import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "9v6Hl2RZxkH2Q1mK",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: { "x-convoy-signature": `t=${seconds},v1=${digest(secret, `${seconds},${body}`)}` },
  }),
};
