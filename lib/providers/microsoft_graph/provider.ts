import { type Provider, step, text } from "../provider";
import { body, query } from "../scheme";

export const provider: Provider = {
  title: "Microsoft Graph",
  alsoCalled: ["Office 365", "Outlook", "Teams", "OneDrive", "SharePoint", "change notifications"],
  docs: {
    signature: "https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks",
    challenge:
      "https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks#notificationurl-validation",
    eventType: "https://learn.microsoft.com/en-us/graph/api/resources/changenotification",
    setUp: "https://learn.microsoft.com/en-us/graph/api/subscription-post-subscriptions",
  },
  secret: {
    label: "Client state",
    where: "A random text of your choice of at most 128 characters. Each notification repeats it; nothing is signed.",
  },
  scheme: { kind: "token", at: body("value.*.clientState"), prefix: "" },
  challenges: [
    {
      method: "POST",
      isSigned: false,
      when: [{ at: query("validationToken"), is: "present" }],
      question: query("validationToken"),
      verifyToken: null,
      proof: null,
      answer: { type: "text", text: "{question}" },
    },
  ],
  eventType: [[body("value.*.changeType")], [body("value.*.lifecycleEvent")]],
  idempotencyKeys: [],
  steps: [
    step("Choose a random text as the client state. It goes into the field Client state here."),
    step("Save the source here first: Microsoft asks at once whether the address is yours."),
    step(
      "Create a subscription: POST https://graph.microsoft.com/v1.0/subscriptions, with this as notificationUrl.",
      "url",
    ),
    step("Set its clientState to the same text, and this address also as", text("lifecycleNotificationUrl")),
    step("Renew the subscription before its expirationDateTime, as Microsoft ends it then."),
  ],
};
