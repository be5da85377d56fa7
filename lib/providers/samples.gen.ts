// Made from the folders of lib/providers by `npm run providers`.
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { samples as adyen } from "./adyen/samples";
import { samples as aftership } from "./aftership/samples";
import { samples as airtable } from "./airtable/samples";
import { samples as airwallex } from "./airwallex/samples";
import { samples as asana } from "./asana/samples";
import { samples as attio } from "./attio/samples";
import { samples as auth0 } from "./auth0/samples";
import { samples as aws_sns } from "./aws_sns/samples";
import { samples as bigcommerce } from "./bigcommerce/samples";
import { samples as bitbucket } from "./bitbucket/samples";
import { samples as box } from "./box/samples";
import { samples as braintree } from "./braintree/samples";
import { samples as buildkite } from "./buildkite/samples";
import { samples as cal_com } from "./cal_com/samples";
import { samples as calendly } from "./calendly/samples";
import { samples as chargebee } from "./chargebee/samples";
import { samples as checkout_com } from "./checkout_com/samples";
import { samples as circleci } from "./circleci/samples";
import { samples as clerk } from "./clerk/samples";
import { samples as clickup } from "./clickup/samples";
import { samples as cloudflare } from "./cloudflare/samples";
import { samples as coinbase_commerce } from "./coinbase_commerce/samples";
import { samples as convoy } from "./convoy/samples";
import { samples as customer_io } from "./customer_io/samples";
import { samples as datadog } from "./datadog/samples";
import { samples as discord } from "./discord/samples";
import { samples as docusign } from "./docusign/samples";
import { samples as dropbox } from "./dropbox/samples";
import { samples as dub } from "./dub/samples";
import { samples as elevenlabs } from "./elevenlabs/samples";
import { samples as flutterwave } from "./flutterwave/samples";
import { samples as gitea } from "./gitea/samples";
import { samples as github } from "./github/samples";
import { samples as gitlab } from "./gitlab/samples";
import { samples as gocardless } from "./gocardless/samples";
import { samples as google_pubsub } from "./google_pubsub/samples";
import { samples as greenhouse } from "./greenhouse/samples";
import { samples as help_scout } from "./help_scout/samples";
import { samples as heroku } from "./heroku/samples";
import { samples as hookyard } from "./hookyard/samples";
import { samples as hubspot } from "./hubspot/samples";
import { samples as intercom } from "./intercom/samples";
import { samples as jira } from "./jira/samples";
import { samples as launchdarkly } from "./launchdarkly/samples";
import { samples as lemon_squeezy } from "./lemon_squeezy/samples";
import { samples as line } from "./line/samples";
import { samples as linear } from "./linear/samples";
import { samples as liveblocks } from "./liveblocks/samples";
import { samples as mailgun } from "./mailgun/samples";
import { samples as meta } from "./meta/samples";
import { samples as microsoft_graph } from "./microsoft_graph/samples";
import { samples as mollie } from "./mollie/samples";
import { samples as mux } from "./mux/samples";
import { samples as netlify } from "./netlify/samples";
import { samples as notion } from "./notion/samples";
import { samples as nylas } from "./nylas/samples";
import { samples as okta } from "./okta/samples";
import { samples as openai } from "./openai/samples";
import { samples as paddle } from "./paddle/samples";
import { samples as pagerduty } from "./pagerduty/samples";
import { samples as patreon } from "./patreon/samples";
import { samples as paypal } from "./paypal/samples";
import { samples as paystack } from "./paystack/samples";
import { samples as persona } from "./persona/samples";
import { samples as plaid } from "./plaid/samples";
import { samples as postmark } from "./postmark/samples";
import { samples as pusher } from "./pusher/samples";
import { samples as quickbooks } from "./quickbooks/samples";
import { samples as razorpay } from "./razorpay/samples";
import { samples as recurly } from "./recurly/samples";
import { samples as render } from "./render/samples";
import { samples as replicate } from "./replicate/samples";
import { samples as resend } from "./resend/samples";
import { samples as revolut } from "./revolut/samples";
import { samples as salesforce } from "./salesforce/samples";
import { samples as segment } from "./segment/samples";
import { samples as sendgrid } from "./sendgrid/samples";
import { samples as sentry } from "./sentry/samples";
import { samples as shopify } from "./shopify/samples";
import { samples as slack } from "./slack/samples";
import { samples as snyk } from "./snyk/samples";
import { samples as square } from "./square/samples";
import { samples as standard_webhooks } from "./standard_webhooks/samples";
import { samples as stream } from "./stream/samples";
import { samples as stripe } from "./stripe/samples";
import { samples as supabase } from "./supabase/samples";
import { samples as svix } from "./svix/samples";
import { samples as tailscale } from "./tailscale/samples";
import { samples as tally } from "./tally/samples";
import { samples as telegram } from "./telegram/samples";
import { samples as telnyx } from "./telnyx/samples";
import { samples as terraform_cloud } from "./terraform_cloud/samples";
import { samples as trello } from "./trello/samples";
import { samples as twilio } from "./twilio/samples";
import { samples as twitch } from "./twitch/samples";
import { samples as twitter } from "./twitter/samples";
import { samples as typeform } from "./typeform/samples";
import { samples as vercel } from "./vercel/samples";
import { samples as webflow } from "./webflow/samples";
import { samples as whatsapp } from "./whatsapp/samples";
import { samples as wise } from "./wise/samples";
import { samples as woocommerce } from "./woocommerce/samples";
import { samples as workos } from "./workos/samples";
import { samples as xero } from "./xero/samples";
import { samples as zendesk } from "./zendesk/samples";
import { samples as zoom } from "./zoom/samples";
import type { Samples } from "./provider";

export const providerSamples: Record<ProviderName, Samples> = {
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
