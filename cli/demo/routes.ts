import type { DemoKey } from "@/cli/demo/answers";
import type { DemoSourceName } from "@/cli/demo/events";
import type { CreateSubscription } from "@/lib/nouns/subscriptions/schemas";

export type DemoEndpoint = { name: string; key: DemoKey; about: string };
export type DemoRoute = Pick<
  CreateSubscription,
  "name" | "filter_config" | "retry_config" | "alert_config" | "function"
> & {
  key: DemoKey;
  source: DemoSourceName;
};

export const ENDPOINTS: readonly DemoEndpoint[] = [
  { name: "Fulfilment", key: "fulfilment", about: "Answered 503 for some hours two days ago." },
  { name: "Accounting", key: "accounting", about: "Refused large invoices in the past days; accepts them now." },
  { name: "Data warehouse (slow)", key: "warehouse", about: "Takes about a second for each delivery." },
  { name: "Builds (sometimes busy)", key: "builds", about: "Answered 503 now and then, and accepted the retry." },
  { name: "Support chat", key: "support", about: "A function turns each payload into a chat message." },
  { name: "Payouts (down)", key: "payouts", about: "Answers 503: its circuit breaker is open." },
  { name: "Newsletter (paused)", key: "newsletter", about: "Paused; resume it to deliver what it holds." },
];

/** The endpoint that is paused. */
export const PAUSED: DemoKey = "newsletter";

const TO_CHAT = `function transform(payload) {
  const { customer, total, currency, payment_id } = payload.data;
  return { text: \`Payment \${payment_id} of \${customer.name} failed: \${total} \${currency}.\` };
}`;

export const ROUTES: readonly DemoRoute[] = [
  {
    name: "Orders to fulfilment",
    key: "fulfilment",
    source: "shop",
    filter_config: { event_types: ["order.*"] },
    retry_config: { type: "linear", duration: 900, retry_count: 5 },
  },
  {
    name: "Invoices to accounting",
    key: "accounting",
    source: "shop",
    filter_config: { event_types: ["invoice.*"] },
    retry_config: { type: "linear", duration: 60, retry_count: 3 },
  },
  {
    name: "Payments to accounting",
    key: "accounting",
    source: "payments",
    filter_config: { event_types: ["payment.succeeded"] },
  },
  {
    name: "Large orders to the warehouse",
    key: "warehouse",
    source: "shop",
    filter_config: { event_types: ["order.paid"], filter: { body: { data: { total: { $gte: 150 } } } } },
  },
  {
    name: "Work on main to the builds",
    key: "builds",
    source: "github",
    filter_config: {
      event_types: ["push", "pull_request"],
      filter: { body: { $or: [{ ref: "refs/heads/main" }, { action: { $in: ["opened", "synchronize"] } }] } },
    },
    retry_config: { type: "exponential", duration: 20, retry_count: 6 },
  },
  {
    name: "Failed payments to the support chat",
    key: "support",
    source: "payments",
    filter_config: { event_types: ["payment.failed"] },
    function: TO_CHAT,
  },
  {
    name: "Payouts to the bank",
    key: "payouts",
    source: "payments",
    filter_config: { event_types: ["payout.*"] },
    retry_config: { type: "exponential", duration: 300, retry_count: 8 },
    alert_config: { count: 5, threshold: "1h" },
  },
  {
    name: "New customers to the newsletter",
    key: "newsletter",
    source: "shop",
    filter_config: { event_types: ["customer.created"] },
  },
];
