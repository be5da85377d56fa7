import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "a-token_of-ours",
  by: "own",
  sign: ({ secret }) => ({ headers: { "x-telegram-bot-api-secret-token": secret } }),
};
