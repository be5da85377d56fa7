import { type Provider, step, text } from "../provider";
import { body, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Paddle",
  alsoCalled: ["Paddle Billing", "payments"],
  docs: {
    signature: "https://developer.paddle.com/webhooks/signature-verification",
    eventType: "https://developer.paddle.com/webhooks/overview",
    idempotencyKeys: "https://developer.paddle.com/webhooks/respond-to-webhooks",
    setUp: "https://developer.paddle.com/webhooks/notification-destinations",
  },
  secret: { label: "Secret key", where: "It begins with pdl_ntfset_ and stands in the notification destination." },
  // Paddle's libraries allow five seconds; a gateway whose clock is a little off shall lose no payment.
  scheme: timedPairs("Paddle-Signature", {
    time: "ts",
    digest: "h1",
    separator: ";",
    signed: "{timestamp}:{body}",
    toleranceSeconds: 300,
  }),
  challenges: [],
  eventType: [[body("event_type")]],
  idempotencyKeys: ["request.body.event_id"],
  steps: [
    step("In the dashboard open Developer tools, Notifications, New destination."),
    step("Notification type", text("URL")),
    step("URL", "url"),
    step("Choose the events and save. Edit the destination to copy its secret key into the field Secret key here."),
  ],
};
