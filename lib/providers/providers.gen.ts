// Made from the folders of lib/providers by `npm run providers`.
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { provider as adyen } from "./adyen/provider";
import { provider as aftership } from "./aftership/provider";
import { provider as airtable } from "./airtable/provider";
import { provider as airwallex } from "./airwallex/provider";
import { provider as asana } from "./asana/provider";
import { provider as attio } from "./attio/provider";
import { provider as auth0 } from "./auth0/provider";
import { provider as aws_sns } from "./aws_sns/provider";
import { provider as bigcommerce } from "./bigcommerce/provider";
import { provider as bitbucket } from "./bitbucket/provider";
import { provider as box } from "./box/provider";
import { provider as braintree } from "./braintree/provider";
import { provider as buildkite } from "./buildkite/provider";
import { provider as cal_com } from "./cal_com/provider";
import { provider as calendly } from "./calendly/provider";
import { provider as chargebee } from "./chargebee/provider";
import { provider as checkout_com } from "./checkout_com/provider";
import { provider as circleci } from "./circleci/provider";
import { provider as clerk } from "./clerk/provider";
import { provider as clickup } from "./clickup/provider";
import { provider as cloudflare } from "./cloudflare/provider";
import { provider as coinbase_commerce } from "./coinbase_commerce/provider";
import { provider as convoy } from "./convoy/provider";
import { provider as customer_io } from "./customer_io/provider";
import { provider as datadog } from "./datadog/provider";
import { provider as discord } from "./discord/provider";
import { provider as docusign } from "./docusign/provider";
import { provider as dropbox } from "./dropbox/provider";
import { provider as dub } from "./dub/provider";
import { provider as elevenlabs } from "./elevenlabs/provider";
import { provider as flutterwave } from "./flutterwave/provider";
import { provider as gitea } from "./gitea/provider";
import { provider as github } from "./github/provider";
import { provider as gitlab } from "./gitlab/provider";
import { provider as gocardless } from "./gocardless/provider";
import { provider as google_pubsub } from "./google_pubsub/provider";
import { provider as greenhouse } from "./greenhouse/provider";
import { provider as help_scout } from "./help_scout/provider";
import { provider as heroku } from "./heroku/provider";
import { provider as hookyard } from "./hookyard/provider";
import { provider as hubspot } from "./hubspot/provider";
import { provider as intercom } from "./intercom/provider";
import { provider as jira } from "./jira/provider";
import { provider as launchdarkly } from "./launchdarkly/provider";
import { provider as lemon_squeezy } from "./lemon_squeezy/provider";
import { provider as line } from "./line/provider";
import { provider as linear } from "./linear/provider";
import { provider as liveblocks } from "./liveblocks/provider";
import { provider as mailgun } from "./mailgun/provider";
import { provider as meta } from "./meta/provider";
import { provider as microsoft_graph } from "./microsoft_graph/provider";
import { provider as mollie } from "./mollie/provider";
import { provider as mux } from "./mux/provider";
import { provider as netlify } from "./netlify/provider";
import { provider as notion } from "./notion/provider";
import { provider as nylas } from "./nylas/provider";
import { provider as okta } from "./okta/provider";
import { provider as openai } from "./openai/provider";
import { provider as paddle } from "./paddle/provider";
import { provider as pagerduty } from "./pagerduty/provider";
import { provider as patreon } from "./patreon/provider";
import { provider as paypal } from "./paypal/provider";
import { provider as paystack } from "./paystack/provider";
import { provider as persona } from "./persona/provider";
import { provider as plaid } from "./plaid/provider";
import { provider as postmark } from "./postmark/provider";
import { provider as pusher } from "./pusher/provider";
import { provider as quickbooks } from "./quickbooks/provider";
import { provider as razorpay } from "./razorpay/provider";
import { provider as recurly } from "./recurly/provider";
import { provider as render } from "./render/provider";
import { provider as replicate } from "./replicate/provider";
import { provider as resend } from "./resend/provider";
import { provider as revolut } from "./revolut/provider";
import { provider as salesforce } from "./salesforce/provider";
import { provider as segment } from "./segment/provider";
import { provider as sendgrid } from "./sendgrid/provider";
import { provider as sentry } from "./sentry/provider";
import { provider as shopify } from "./shopify/provider";
import { provider as slack } from "./slack/provider";
import { provider as snyk } from "./snyk/provider";
import { provider as square } from "./square/provider";
import { provider as standard_webhooks } from "./standard_webhooks/provider";
import { provider as stream } from "./stream/provider";
import { provider as stripe } from "./stripe/provider";
import { provider as supabase } from "./supabase/provider";
import { provider as svix } from "./svix/provider";
import { provider as tailscale } from "./tailscale/provider";
import { provider as tally } from "./tally/provider";
import { provider as telegram } from "./telegram/provider";
import { provider as telnyx } from "./telnyx/provider";
import { provider as terraform_cloud } from "./terraform_cloud/provider";
import { provider as trello } from "./trello/provider";
import { provider as twilio } from "./twilio/provider";
import { provider as twitch } from "./twitch/provider";
import { provider as twitter } from "./twitter/provider";
import { provider as typeform } from "./typeform/provider";
import { provider as vercel } from "./vercel/provider";
import { provider as webflow } from "./webflow/provider";
import { provider as whatsapp } from "./whatsapp/provider";
import { provider as wise } from "./wise/provider";
import { provider as woocommerce } from "./woocommerce/provider";
import { provider as workos } from "./workos/provider";
import { provider as xero } from "./xero/provider";
import { provider as zendesk } from "./zendesk/provider";
import { provider as zoom } from "./zoom/provider";
import type { Provider } from "./provider";

export const providers: Record<ProviderName, Provider> = {
  adyen,
  aftership,
  airtable,
  airwallex,
  asana,
  attio,
  auth0,
  aws_sns,
  bigcommerce,
  bitbucket,
  box,
  braintree,
  buildkite,
  cal_com,
  calendly,
  chargebee,
  checkout_com,
  circleci,
  clerk,
  clickup,
  cloudflare,
  coinbase_commerce,
  convoy,
  customer_io,
  datadog,
  discord,
  docusign,
  dropbox,
  dub,
  elevenlabs,
  flutterwave,
  gitea,
  github,
  gitlab,
  gocardless,
  google_pubsub,
  greenhouse,
  help_scout,
  heroku,
  hookyard,
  hubspot,
  intercom,
  jira,
  launchdarkly,
  lemon_squeezy,
  line,
  linear,
  liveblocks,
  mailgun,
  meta,
  microsoft_graph,
  mollie,
  mux,
  netlify,
  notion,
  nylas,
  okta,
  openai,
  paddle,
  pagerduty,
  patreon,
  paypal,
  paystack,
  persona,
  plaid,
  postmark,
  pusher,
  quickbooks,
  razorpay,
  recurly,
  render,
  replicate,
  resend,
  revolut,
  salesforce,
  segment,
  sendgrid,
  sentry,
  shopify,
  slack,
  snyk,
  square,
  standard_webhooks,
  stream,
  stripe,
  supabase,
  svix,
  tailscale,
  tally,
  telegram,
  telnyx,
  terraform_cloud,
  trello,
  twilio,
  twitch,
  twitter,
  typeform,
  vercel,
  webflow,
  whatsapp,
  wise,
  woocommerce,
  workos,
  xero,
  zendesk,
  zoom,
};
