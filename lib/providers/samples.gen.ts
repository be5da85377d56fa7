// Made from the folders of lib/providers by `npm run providers`.
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { samples as clerk } from "./clerk/samples";
import { samples as convoy } from "./convoy/samples";
import { samples as discord } from "./discord/samples";
import { samples as github } from "./github/samples";
import { samples as gitlab } from "./gitlab/samples";
import { samples as hookyard } from "./hookyard/samples";
import { samples as openai } from "./openai/samples";
import { samples as paddle } from "./paddle/samples";
import { samples as pagerduty } from "./pagerduty/samples";
import { samples as resend } from "./resend/samples";
import { samples as shopify } from "./shopify/samples";
import { samples as slack } from "./slack/samples";
import { samples as standard_webhooks } from "./standard_webhooks/samples";
import { samples as stripe } from "./stripe/samples";
import { samples as svix } from "./svix/samples";
import { samples as twitter } from "./twitter/samples";
import type { Samples } from "./provider";

export const providerSamples: Record<ProviderName, Samples> = {
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
