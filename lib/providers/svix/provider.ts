import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "Svix",
  alsoCalled: ["Standard Webhooks", "whsec"],
  docs: {
    signature: "https://docs.svix.com/receiving/verifying-payloads/how-manual",
    setUp: "https://docs.svix.com/receiving/using-app-portal/adding-endpoints",
    eventType: "https://docs.svix.com/event-types",
    idempotencyKeys: "https://docs.svix.com/receiving/introduction",
  },
  secret: {
    label: "Signing secret",
    where: "On the endpoint's page of the application portal: whsec_ and base64 after it.",
  },
  scheme: standardWebhooks("svix"),
  challenges: [],
  eventType: [[body("type")], [body("event_type")], [body("eventType")]],
  idempotencyKeys: ["request.header.svix-id"],
  steps: [
    step("In the sender's portal open Endpoints, Add Endpoint. Endpoint URL", "url"),
    step("Choose the events and create the endpoint."),
    step("Show its signing secret on the right and copy it into the field Signing secret here."),
  ],
};
