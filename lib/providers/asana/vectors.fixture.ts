import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-hook-signature": digest(secret, body) } }),
  handshake: {
    request: (secret) => ({ headers: { "x-hook-secret": secret }, body: "" }),
    answer: (secret) => ({ status: 200, headers: { "x-hook-secret": secret } }),
  },
};
