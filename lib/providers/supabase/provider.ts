import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "Supabase",
  alsoCalled: ["Auth hooks", "users"],
  docs: {
    signature: "https://supabase.com/docs/guides/auth/auth-hooks",
    eventType: "https://supabase.com/docs/guides/auth/auth-hooks",
  },
  secret: { label: "Secret of the hook", where: "It begins with v1,whsec_ and is shown when the hook is made." },
  scheme: standardWebhooks("webhook"),
  challenges: [],
  eventType: [[body("email_data.email_action_type")], [body("metadata.name")]],
  idempotencyKeys: ["request.header.webhook-id"],
  steps: [
    step("Open Authentication, Auth Hooks, Add hook, HTTPS."),
    step("URL", "url"),
    step("Generate the secret. It goes into the field Secret of the hook here."),
  ],
};
