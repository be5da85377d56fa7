import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-notion-signature": `sha256=${digest(secret, body)}` } }),
  handshake: {
    request: (secret) => ({ headers: {}, body: JSON.stringify({ verification_token: secret }) }),
    answer: () => ({ status: 200, headers: {} }),
  },
};
