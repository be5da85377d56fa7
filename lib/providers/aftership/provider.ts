import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "AfterShip",
  alsoCalled: ["parcels", "tracking"],
  docs: {
    signature: "https://www.aftership.com/docs/tracking/webhook/webhook-signature",
    eventType: "https://www.aftership.com/docs/tracking/webhook/webhook-overview",
  },
  secret: { label: "Webhook secret", where: "Under Settings, Notifications, Webhooks." },
  scheme: plainHmac("aftership-hmac-sha256", { encoding: "base64" }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: ["request.body.event_id"],
  steps: [
    step("Open Settings, Notifications, Webhooks, Add."),
    step("URL", "url"),
    step("The webhook secret is on the same page. It goes into the field Webhook secret here."),
  ],
};
