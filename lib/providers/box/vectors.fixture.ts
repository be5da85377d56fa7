import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "SamplePrimaryKey",
  by: "own",
  sign: ({ body, secret, ms }) => {
    const at = new Date(ms).toISOString();
    return {
      headers: {
        "box-delivery-timestamp": at,
        "box-signature-primary": digest(secret, body + at, "sha256 base64"),
      },
    };
  },
};
