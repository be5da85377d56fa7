import { type Provider, step, text } from "../provider";
import { body, header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Asana",
  alsoCalled: ["tasks", "projects", "work management"],
  docs: {
    signature: "https://developers.asana.com/docs/webhooks-guide#security",
    eventType: "https://developers.asana.com/docs/webhooks-guide#receiving-events",
    setUp: "https://developers.asana.com/reference/createwebhook",
  },
  secret: {
    label: "Hook secret",
    where: "Leave it empty: Asana sends it to the URL when the webhook is created. Each webhook has one of its own.",
  },
  scheme: plainHmac("X-Hook-Signature", { encoding: "hex" }),
  challenges: [],
  handshake: {
    secret: header("X-Hook-Secret"),
    matching: "[\\w-]{16,256}",
    answer: { status: 200, echo: "X-Hook-Secret" },
    what: "Create a webhook at Asana (POST /api/1.0/webhooks) with this URL as its target. Asana hands over its secret while it does.",
    isShown: false,
  },
  // A request has events of several kinds, and a heartbeat has none: a type is told where all are of one.
  eventType: [[body("events.*.resource.resource_type"), body("events.*.action")]],
  idempotencyKeys: [],
  steps: [
    step("Save the source here first, and look that it waits for the handshake."),
    step(
      "Within those 15 minutes create the webhook: POST https://app.asana.com/api/1.0/webhooks with this as target.",
      "url",
    ),
    step("Its resource is the gid of a project, task or portfolio, in the same request as", text("resource")),
    step("Asana sends the secret while it creates the webhook. Hookyard answers and stores it by itself."),
    step("For a further webhook at the same URL let the source wait again."),
  ],
};
