import { createSign } from "node:crypto";
import { makeCertificate } from "@/lib/egress/authority.fixture";
import type { Vectors } from "../vectors.fixture";
import { samples } from "./samples";

const root = makeCertificate({ name: "A root of ours", isAuthority: true });
const between = makeCertificate({ name: "An authority of ours", isAuthority: true, by: root });
const own = makeCertificate({ name: "sns.amazonaws.com", names: ["sns.amazonaws.com"], by: between });

const NOTIFICATION = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
const CONFIRMATION = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

type Message = Record<string, string>;

/** By hand from the documentation: the names and values of the fields, each on a line, in the order of their names. */
function signMessage(message: Message): string {
  const names = message.Type === "Notification" ? NOTIFICATION : CONFIRMATION;
  let text = "";
  for (const name of names) if (name in message) text += `${name}\n${message[name]}\n`;
  return createSign(message.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256")
    .update(text, "utf8")
    .sign(own.privateKey, "base64");
}

const withSignature = (message: Message): string => JSON.stringify({ ...message, Signature: signMessage(message) });

const { Notification } = samples;
const sample = Notification && "json" in Notification.body ? (Notification.body.json as Message) : {};
const { TopicArn = "", SigningCertURL = "" } = sample;
const SUBSCRIBE = `https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TopicArn}&Token=2336412f37fb687f5d51e6e241d09c80`;

export const vectors: Vectors = {
  secret: TopicArn,
  by: "own",
  sign: ({ body }) => ({ body: withSignature(JSON.parse(body) as Message) }),
  publishes: { root: root.pem, files: { [SigningCertURL]: own.pem + between.pem, [SUBSCRIBE]: "<ok/>" } },
  challenges: [
    {
      request: {
        method: "POST",
        headers: { "content-type": "text/plain; charset=UTF-8" },
        body: withSignature({
          Type: "SubscriptionConfirmation",
          MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
          Token: "2336412f37fb687f5d51e6e241d09c80",
          TopicArn,
          Message: "You have chosen to subscribe to the topic.\nTo confirm the subscription, visit the SubscribeURL.",
          SubscribeURL: SUBSCRIBE,
          Timestamp: "2012-04-26T20:45:04.751Z",
          SignatureVersion: "1",
          SigningCertURL,
        }),
      },
      answer: { status: 200, contentType: "text/plain", body: "" },
    },
  ],
};
