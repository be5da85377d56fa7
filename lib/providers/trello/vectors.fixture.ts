import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "0123456789abcdef0123456789abcdef",
  by: "own",
  sign: ({ body, secret, url }) => ({ headers: { "x-trello-webhook": digest(secret, body + url, "sha1 base64") } }),
  challenges: [{ request: { method: "HEAD" }, answer: { status: 200, contentType: "text/plain", body: "" } }],
};
