import type { DemoPath } from "@/cli/demo/answers";
import type { DemoSourceName } from "@/cli/demo/events";
import type { CreateSubscription } from "@/lib/nouns/subscriptions/schemas";

export type DemoEndpoint = { name: string; path: DemoPath; about: string };
export type DemoRoute = Pick<CreateSubscription, "name" | "filter_config" | "retry_config" | "function"> & {
  path: DemoPath;
  source: DemoSourceName;
};

export const ENDPOINTS: readonly DemoEndpoint[] = [
  { name: "Fulfilment", path: "/fulfilment", about: "Answered 503 for some hours two days ago." },
  { name: "Accounting", path: "/accounting", about: "Refused large invoices in the past days; accepts them now." },
  { name: "Data warehouse (slow)", path: "/warehouse", about: "Takes about a second for each delivery." },
  { name: "Builds (sometimes busy)", path: "/builds", about: "Answers 503 now and then, and accepts the retry." },
  { name: "Support chat", path: "/support", about: "A function turns each payload into a chat message." },
  { name: "Payouts (down)", path: "/payouts", about: "Answers 503: its circuit breaker is open." },
  { name: "Newsletter (paused)", path: "/newsletter", about: "Paused; resume it to deliver what it holds." },
];

/** The endpoint that is paused, and the one that had the incident. */
export const PAUSED: DemoPath = "/newsletter";

const TO_CHAT = `function transform(payload) {
  const { customer, total, currency, payment_id } = payload.data;
  return { text: \`Payment \${payment_id} of \${customer.name} failed: \${total} \${currency}.\` };
}`;

export const ROUTES: readonly DemoRoute[] = [
  {
    name: "Orders to fulfilment",
    path: "/fulfilment",
    source: "shop",
    filter_config: { event_types: ["order.*"] },
    retry_config: { type: "linear", duration: 900, retry_count: 5 },
  },
  {
    name: "Invoices to accounting",
    path: "/accounting",
    source: "shop",
    filter_config: { event_types: ["invoice.*"] },
    retry_config: { type: "linear", duration: 60, retry_count: 3 },
  },
  {
    name: "Payments to accounting",
    path: "/accounting",
    source: "payments",
    filter_config: { event_types: ["payment.succeeded"] },
  },
  {
    name: "Large orders to the warehouse",
    path: "/warehouse",
    source: "shop",
    filter_config: { event_types: ["order.paid"], filter: { body: { data: { total: { $gte: 150 } } } } },
  },
  {
    name: "Work on main to the builds",
    path: "/builds",
    source: "github",
    filter_config: {
      event_types: ["push", "pull_request"],
      filter: { body: { $or: [{ ref: "refs/heads/main" }, { action: { $in: ["opened", "synchronize"] } }] } },
    },
    retry_config: { type: "exponential", duration: 20, retry_count: 6 },
  },
  {
    name: "Failed payments to the support chat",
    path: "/support",
    source: "payments",
    filter_config: { event_types: ["payment.failed"] },
    function: TO_CHAT,
  },
  {
    name: "Payouts to the bank",
    path: "/payouts",
    source: "payments",
    filter_config: { event_types: ["payout.*"] },
    retry_config: { type: "exponential", duration: 300, retry_count: 8 },
  },
  {
    name: "New customers to the newsletter",
    path: "/newsletter",
    source: "shop",
    filter_config: { event_types: ["customer.created"] },
  },
];
