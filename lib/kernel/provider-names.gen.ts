// Made from the folders of lib/providers by `npm run providers`.

export const PROVIDERS = [
  "clerk",
  "convoy",
  "discord",
  "github",
  "gitlab",
  "hookyard",
  "openai",
  "paddle",
  "pagerduty",
  "resend",
  "shopify",
  "slack",
  "standard_webhooks",
  "stripe",
  "svix",
  "twitter",
] as const;
