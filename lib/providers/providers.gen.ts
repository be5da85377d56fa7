// Made from the folders of lib/providers by `npm run providers`.
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { provider as clerk } from "./clerk/provider";
import { provider as convoy } from "./convoy/provider";
import { provider as discord } from "./discord/provider";
import { provider as github } from "./github/provider";
import { provider as gitlab } from "./gitlab/provider";
import { provider as hookyard } from "./hookyard/provider";
import { provider as openai } from "./openai/provider";
import { provider as paddle } from "./paddle/provider";
import { provider as pagerduty } from "./pagerduty/provider";
import { provider as resend } from "./resend/provider";
import { provider as shopify } from "./shopify/provider";
import { provider as slack } from "./slack/provider";
import { provider as standard_webhooks } from "./standard_webhooks/provider";
import { provider as stripe } from "./stripe/provider";
import { provider as svix } from "./svix/provider";
import { provider as twitter } from "./twitter/provider";
import type { Provider } from "./provider";

export const providers: Record<ProviderName, Provider> = {
  clerk,
  convoy,
  discord,
  github,
  gitlab,
  hookyard,
  openai,
  paddle,
  pagerduty,
  resend,
  shopify,
  slack,
  standard_webhooks,
  stripe,
  svix,
  twitter,
};
