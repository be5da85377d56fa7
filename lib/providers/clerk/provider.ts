import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "Clerk",
  alsoCalled: ["Svix", "users", "sign-in"],
  docs: {
    signature: "https://clerk.com/docs/guides/development/webhooks/syncing",
    setUp: "https://clerk.com/docs/guides/development/webhooks/overview",
  },
  secret: {
    label: "Signing secret",
    where: "On the endpoint's page under Configure, Webhooks: whsec_ and base64 after it.",
  },
  scheme: standardWebhooks("svix"),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.svix-id"],
  steps: [
    step("In the dashboard open Configure, Webhooks, Add Endpoint. Endpoint URL", "url"),
    step("Choose the events, such as user.created, and create the endpoint."),
    step("Copy its signing secret into the field Signing secret here."),
  ],
};
