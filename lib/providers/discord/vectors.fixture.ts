import { createPrivateKey, createPublicKey, sign as signData } from "node:crypto";
import { verifyKey } from "discord-interactions";
import type { Vectors } from "../vectors.fixture";

// The first test vector of RFC 8032, 7.1.
const privateKey = createPrivateKey({
  key: Buffer.from(
    "302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "hex",
  ),
  format: "der",
  type: "pkcs8",
})
  .export({ format: "pem", type: "pkcs8" })
  .toString();
const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");

export const vectors: Vectors = {
  secret: publicKey,
  privateKey,
  by: "own",
  sign: ({ body, seconds }) => ({
    headers: {
      "x-signature-timestamp": String(seconds),
      "x-signature-ed25519": signData(null, Buffer.from(`${seconds}${body}`), privateKey).toString("hex"),
    },
  }),
  accepts: ({ body, headers }) =>
    verifyKey(body, headers["x-signature-ed25519"] ?? "", headers["x-signature-timestamp"] ?? "", publicKey),
  challenges: [
    {
      request: { method: "POST", body: '{"version":1,"application_id":"1234560123453231555","type":0}' },
      answer: { status: 204, contentType: "text/plain", body: "" },
    },
    {
      request: {
        method: "POST",
        body: '{"id":"1","application_id":"1234560123453231555","type":1,"token":"t","version":1}',
      },
      answer: { status: 200, contentType: "application/json", body: '{"type":1}' },
    },
  ],
};
