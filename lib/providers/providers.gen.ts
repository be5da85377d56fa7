// Made from the folders of lib/providers by `npm run providers`.
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { provider as bitbucket } from "./bitbucket/provider";
import { provider as box } from "./box/provider";
import { provider as calendly } from "./calendly/provider";
import { provider as chargebee } from "./chargebee/provider";
import { provider as circleci } from "./circleci/provider";
import { provider as clerk } from "./clerk/provider";
import { provider as convoy } from "./convoy/provider";
import { provider as discord } from "./discord/provider";
import { provider as docusign } from "./docusign/provider";
import { provider as dropbox } from "./dropbox/provider";
import { provider as github } from "./github/provider";
import { provider as gitlab } from "./gitlab/provider";
import { provider as gocardless } from "./gocardless/provider";
import { provider as hookyard } from "./hookyard/provider";
import { provider as hubspot } from "./hubspot/provider";
import { provider as intercom } from "./intercom/provider";
import { provider as jira } from "./jira/provider";
import { provider as lemon_squeezy } from "./lemon_squeezy/provider";
import { provider as line } from "./line/provider";
import { provider as linear } from "./linear/provider";
import { provider as mailgun } from "./mailgun/provider";
import { provider as meta } from "./meta/provider";
import { provider as mux } from "./mux/provider";
import { provider as okta } from "./okta/provider";
import { provider as openai } from "./openai/provider";
import { provider as paddle } from "./paddle/provider";
import { provider as pagerduty } from "./pagerduty/provider";
import { provider as postmark } from "./postmark/provider";
import { provider as quickbooks } from "./quickbooks/provider";
import { provider as razorpay } from "./razorpay/provider";
import { provider as resend } from "./resend/provider";
import { provider as sendgrid } from "./sendgrid/provider";
import { provider as sentry } from "./sentry/provider";
import { provider as shopify } from "./shopify/provider";
import { provider as slack } from "./slack/provider";
import { provider as square } from "./square/provider";
import { provider as standard_webhooks } from "./standard_webhooks/provider";
import { provider as stripe } from "./stripe/provider";
import { provider as svix } from "./svix/provider";
import { provider as telegram } from "./telegram/provider";
import { provider as telnyx } from "./telnyx/provider";
import { provider as trello } from "./trello/provider";
import { provider as twilio } from "./twilio/provider";
import { provider as twitch } from "./twitch/provider";
import { provider as twitter } from "./twitter/provider";
import { provider as typeform } from "./typeform/provider";
import { provider as vercel } from "./vercel/provider";
import { provider as whatsapp } from "./whatsapp/provider";
import { provider as woocommerce } from "./woocommerce/provider";
import { provider as workos } from "./workos/provider";
import { provider as zendesk } from "./zendesk/provider";
import { provider as zoom } from "./zoom/provider";
import type { Provider } from "./provider";

export const providers: Record<ProviderName, Provider> = {
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
