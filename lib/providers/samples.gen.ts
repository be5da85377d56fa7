// Made from the folders of lib/providers by `npm run providers`.
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { samples as bitbucket } from "./bitbucket/samples";
import { samples as box } from "./box/samples";
import { samples as calendly } from "./calendly/samples";
import { samples as chargebee } from "./chargebee/samples";
import { samples as circleci } from "./circleci/samples";
import { samples as clerk } from "./clerk/samples";
import { samples as convoy } from "./convoy/samples";
import { samples as discord } from "./discord/samples";
import { samples as docusign } from "./docusign/samples";
import { samples as dropbox } from "./dropbox/samples";
import { samples as github } from "./github/samples";
import { samples as gitlab } from "./gitlab/samples";
import { samples as gocardless } from "./gocardless/samples";
import { samples as hookyard } from "./hookyard/samples";
import { samples as hubspot } from "./hubspot/samples";
import { samples as intercom } from "./intercom/samples";
import { samples as jira } from "./jira/samples";
import { samples as lemon_squeezy } from "./lemon_squeezy/samples";
import { samples as line } from "./line/samples";
import { samples as linear } from "./linear/samples";
import { samples as mailgun } from "./mailgun/samples";
import { samples as meta } from "./meta/samples";
import { samples as mux } from "./mux/samples";
import { samples as okta } from "./okta/samples";
import { samples as openai } from "./openai/samples";
import { samples as paddle } from "./paddle/samples";
import { samples as pagerduty } from "./pagerduty/samples";
import { samples as postmark } from "./postmark/samples";
import { samples as quickbooks } from "./quickbooks/samples";
import { samples as razorpay } from "./razorpay/samples";
import { samples as resend } from "./resend/samples";
import { samples as sendgrid } from "./sendgrid/samples";
import { samples as sentry } from "./sentry/samples";
import { samples as shopify } from "./shopify/samples";
import { samples as slack } from "./slack/samples";
import { samples as square } from "./square/samples";
import { samples as standard_webhooks } from "./standard_webhooks/samples";
import { samples as stripe } from "./stripe/samples";
import { samples as svix } from "./svix/samples";
import { samples as telegram } from "./telegram/samples";
import { samples as telnyx } from "./telnyx/samples";
import { samples as trello } from "./trello/samples";
import { samples as twilio } from "./twilio/samples";
import { samples as twitch } from "./twitch/samples";
import { samples as twitter } from "./twitter/samples";
import { samples as typeform } from "./typeform/samples";
import { samples as vercel } from "./vercel/samples";
import { samples as whatsapp } from "./whatsapp/samples";
import { samples as woocommerce } from "./woocommerce/samples";
import { samples as workos } from "./workos/samples";
import { samples as zendesk } from "./zendesk/samples";
import { samples as zoom } from "./zoom/samples";
import type { Samples } from "./provider";

export const providerSamples: Record<ProviderName, Samples> = {
  bitbucket,
  box,
  calendly,
  chargebee,
  circleci,
  clerk,
  convoy,
  discord,
  docusign,
  dropbox,
  github,
  gitlab,
  gocardless,
  hookyard,
  hubspot,
  intercom,
  jira,
  lemon_squeezy,
  line,
  linear,
  mailgun,
  meta,
  mux,
  okta,
  openai,
  paddle,
  pagerduty,
  postmark,
  quickbooks,
  razorpay,
  resend,
  sendgrid,
  sentry,
  shopify,
  slack,
  square,
  standard_webhooks,
  stripe,
  svix,
  telegram,
  telnyx,
  trello,
  twilio,
  twitch,
  twitter,
  typeform,
  vercel,
  whatsapp,
  woocommerce,
  workos,
  zendesk,
  zoom,
};
