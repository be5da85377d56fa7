import { sign, verify } from "@octokit/webhooks-methods";
import type { Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "It's a Secret to Everybody",
  by: "official library",
  sign: async ({ body, secret }) => ({ headers: { "x-hub-signature-256": await sign(secret, body) } }),
  accepts: ({ body, secret, headers }) => verify(secret, body, headers["x-hub-signature-256"] ?? ""),
  published: [
    {
      secret: "It's a Secret to Everybody",
      body: "Hello, World!",
      headers: { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
    },
  ],
};
