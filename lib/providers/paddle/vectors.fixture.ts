import { Paddle } from "@paddle/paddle-node-sdk";
import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "pdl_ntfset_01gkpjp8bkm3tm53kdgkx6sms7_6h3qd3uFSi9YCD3OLYAShQI90XTI5vEI",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: { "paddle-signature": `ts=${seconds};h1=${digest(secret, `${seconds}:${body}`)}` },
  }),
  accepts: ({ body, secret, headers }) =>
    new Paddle("none").webhooks.isSignatureValid(body, secret, headers["paddle-signature"] ?? ""),
};
