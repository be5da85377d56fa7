import { generateKeyPairSync, sign as signData } from "node:crypto";
import type { Vectors } from "../vectors.fixture";

const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const privateKey = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).toString("base64");

export const vectors: Vectors = {
  secret: publicKey,
  privateKey,
  by: "own",
  sign: ({ body, seconds }) => ({
    headers: {
      "x-twilio-email-event-webhook-timestamp": String(seconds),
      "x-twilio-email-event-webhook-signature": signData(
        "sha256",
        Buffer.from(`${seconds}${body}`),
        privateKey,
      ).toString("base64"),
    },
  }),
  published: [
    {
      // An example from the tests of SendGrid's own libraries.
      secret:
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==",
      headers: {
        "x-twilio-email-event-webhook-signature":
          "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=",
        "x-twilio-email-event-webhook-timestamp": "1600112502",
      },
      body: `${JSON.stringify([
        {
          email: "hello@world.com",
          event: "dropped",
          reason: "Bounced Address",
          sg_event_id: "ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",
          sg_message_id: "LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",
          "smtp-id": "<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>",
          timestamp: 1600112492,
        },
      ])}\r\n`,
    },
  ],
};
