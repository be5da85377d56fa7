import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "c2VjcmV0LW9mLW91cnMtZm9yLWFpcnRhYmxlLTAxMjM0NTY3ODk=",
  by: "own",
  sign: ({ body, secret }) => ({
    headers: { "x-airtable-content-mac": `hmac-sha256=${digest(Buffer.from(secret, "base64"), body)}` },
  }),
};
