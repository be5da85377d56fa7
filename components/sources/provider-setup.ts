import type { ProviderName } from "@/lib/kernel/vocabulary";

/** One step of the setup at the provider. `value` is copied there; `"url"` stands for the source's address. */
type SetupStep = { what: string; value?: string };

type ProviderSetup = {
  steps: SetupStep[];
  /** The provider's id of each webhook, the same when it is sent again. */
  idempotencyKey?: string;
  /** A sample webhook, for a test from the terminal. */
  sample: { headers: Record<string, string>; body: string };
};

export const URL_VALUE = "url";

export const PROVIDER_SETUP: Record<ProviderName, ProviderSetup> = {
  github: {
    steps: [
      { what: "In the repository or organization open Settings, Webhooks, Add webhook." },
      { what: "Payload URL", value: URL_VALUE },
      { what: "Content type", value: "application/json" },
      { what: "Secret: the same text as in the field Secret here." },
      { what: "Choose the events and add the webhook. GitHub sends a ping at once." },
    ],
    idempotencyKey: "request.header.X-GitHub-Delivery",
    sample: {
      headers: { "X-GitHub-Event": "ping", "X-GitHub-Delivery": "00000000-0000-4000-8000-000000000001" },
      body: '{"zen":"Keep it logically awesome.","hook_id":1001}',
    },
  },
  twitter: {
    steps: [
      {
        what: "In the developer portal open your app, Keys and tokens. The consumer secret goes into the field Secret here.",
      },
      { what: "Register the URL with the app's bearer token: POST /2/webhooks with this as url.", value: URL_VALUE },
      { what: "X asks for proof at once and again every hour. Hookyard answers by itself." },
      { what: "Subscribe the accounts whose activity you want." },
    ],
    sample: {
      headers: {},
      body: '{"for_user_id":"1001","tweet_create_events":[{"id_str":"1","text":"hello"}]}',
    },
  },
  shopify: {
    steps: [
      { what: "In the admin open Settings, Notifications, Webhooks, Create webhook." },
      { what: "Format", value: "JSON" },
      { what: "URL", value: URL_VALUE },
      { what: "Below the list stands what your webhooks are signed with. It goes into the field Secret here." },
      { what: "A webhook that an app makes by the API is signed with the app's client secret instead." },
    ],
    idempotencyKey: "request.header.X-Shopify-Webhook-Id",
    sample: {
      headers: { "X-Shopify-Topic": "orders/create", "X-Shopify-Webhook-Id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043" },
      body: '{"id":1001,"total_price":"49.90","currency":"EUR"}',
    },
  },
};
