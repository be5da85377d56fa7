import { generateKeyPairSync, sign as signData } from "node:crypto";
import type { Vectors } from "../vectors.fixture";

const pair = generateKeyPairSync("ed25519");
const privateKey = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

export const vectors: Vectors = {
  secret: publicKey,
  privateKey,
  by: "own",
  sign: ({ body, seconds }) => ({
    headers: {
      "telnyx-timestamp": String(seconds),
      "telnyx-signature-ed25519": signData(null, Buffer.from(`${seconds}|${body}`), privateKey).toString("base64"),
    },
  }),
};
