import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "MqV6ndFQwCnKAVSXBSMPdEfPFXT9H0wE",
  by: "own",
  sign: ({ body, secret }) => ({ headers: { "x-docusign-signature-1": digest(secret, body, "sha256 base64") } }),
};
