import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Wise",
  alsoCalled: ["TransferWise", "transfers"],
  docs: {
    signature: "https://docs.wise.com/guides/developer/webhooks/event-handling",
    eventType: "https://docs.wise.com/guides/developer/webhooks/event-types",
    idempotencyKeys: "https://docs.wise.com/guides/developer/webhooks/event-handling",
    setUp: "https://docs.wise.com/guides/developer/webhooks",
  },
  secret: {
    label: "Public key of Wise",
    where: "In PEM, from the page on signatures: the sandbox and production have each their own.",
  },
  scheme: {
    kind: "signature",
    algorithm: { type: "rsa", hash: "SHA256", padding: "pkcs1", key: "pem" },
    signature: { form: "alone", at: header("X-Signature-SHA256"), prefix: "" },
    encoding: "base64",
    signed: "{body}",
    timestamp: null,
    id: null,
    bodyHash: null,
  },
  challenges: [],
  eventType: [[body("data.resource.type"), body("data.current_state")], [body("data.resource.type")]],
  idempotencyKeys: ["request.header.X-Delivery-Id"],
  steps: [
    step("Copy the public key from Wise's page on webhooks. It goes into the field Public key of Wise here."),
    step("Open Settings, Developer tools, Webhooks, Create new webhook, or use the API."),
    step("URL", "url"),
  ],
};
