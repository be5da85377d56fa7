import { createHash } from "node:crypto";

export type DemoSourceName = "shop" | "payments" | "github";

/** An event as its sender would post it. */
export type DemoEvent = { source: DemoSourceName; type: string; body: object };

type Maker = (number: number, at: Date) => object;

const PEOPLE = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth"];
const GOODS = ["Notebook, lined", "Fountain pen", "Ink, blue-black", "Desk lamp", "Letter tray", "Paper knife"];
const COUNTRIES = ["GB", "DE", "FR", "US"];
const BRANCHES = ["main", "main", "fix/retries", "docs"];
const DAY_MS = 86_400_000;

/** The kinds of events with their senders, and how many of a hundred each has. */
const KINDS: { source: DemoSourceName; type: string; share: number; make: Maker }[] = [
  { source: "shop", type: "order.created", share: 20, make: toOrder },
  { source: "shop", type: "order.paid", share: 16, make: toOrder },
  { source: "shop", type: "order.shipped", share: 13, make: toOrder },
  { source: "shop", type: "order.cancelled", share: 2, make: toOrder },
  { source: "shop", type: "customer.created", share: 6, make: toCustomer },
  { source: "shop", type: "invoice.issued", share: 8, make: toInvoice },
  { source: "shop", type: "invoice.overdue", share: 2, make: toInvoice },
  { source: "payments", type: "payment.succeeded", share: 14, make: toPayment },
  { source: "payments", type: "payment.failed", share: 3, make: toPayment },
  { source: "payments", type: "payout.sent", share: 5, make: toPayout },
  { source: "github", type: "push", share: 6, make: toPush },
  { source: "github", type: "pull_request", share: 3, make: toPullRequest },
  { source: "github", type: "issues", share: 2, make: toIssue },
];

const HUNDRED = KINDS.flatMap(({ type, share }) => Array.from({ length: share }, () => type));

/** An event of a kind chosen by its share; `random` is from 0 until before 1. */
export function pickEvent(random: number, number: number, at: Date): DemoEvent {
  return makeEvent(HUNDRED[Math.floor(random * HUNDRED.length)] as string, number, at);
}

/** An event of this type, made at this time. Each number gives another one. */
export function makeEvent(type: string, number: number, at: Date): DemoEvent {
  const kind = KINDS.find((one) => one.type === type);
  if (!kind) throw new Error(`The demo has no event type ${type}.`);
  const { source } = kind;
  const made = kind.make(number, at);
  if (source === "github") return { source, type, body: made };
  const id = `evt_${hash(`${type} ${number} ${at.getTime()}`).slice(0, 16)}`;
  return { source, type, body: { id, type, number, created_at: at.toISOString(), data: made } };
}

function toOrder(number: number) {
  const quantity = 1 + (number % 4);
  const price = 8.5 + ((number * 37) % 120);
  return {
    order_id: `ord_${1000 + number}`,
    customer: { name: pick(PEOPLE, number), country: pick(COUNTRIES, number) },
    currency: "EUR",
    items: [{ name: pick(GOODS, number), quantity, price }],
    total: quantity * price,
  };
}

function toCustomer(number: number) {
  const name = pick(PEOPLE, number);
  return { customer_id: `cus_${3000 + number}`, name, email: `${toLogin(name)}@example.com`, newsletter: true };
}

function toInvoice(number: number, at: Date) {
  return {
    invoice_id: `inv_${2000 + number}`,
    customer: { name: pick(PEOPLE, number) },
    currency: "EUR",
    due_at: new Date(at.getTime() + 14 * DAY_MS).toISOString(),
    total: 40 + ((number * 61) % 460),
  };
}

function toPayment(number: number) {
  const customer = { name: pick(PEOPLE, number) };
  const card = { brand: pick(["visa", "mastercard"], number), last4: String(1000 + ((number * 271) % 9000)) };
  return { payment_id: `pay_${5000 + number}`, customer, card, currency: "EUR", total: 9 + ((number * 43) % 300) };
}

function toPayout(number: number) {
  return { payout_id: `po_${700 + number}`, currency: "EUR", total: 120 + ((number * 97) % 900) };
}

function toPush(number: number) {
  const author = { name: pick(PEOPLE, number) };
  const [before, after] = [hash(`${number}`), hash(`${number + 1}`)];
  return {
    ref: `refs/heads/${pick(BRANCHES, number)}`,
    before,
    after,
    number,
    repository: repository(),
    pusher: author,
    commits: [{ id: after, message: `Mend case ${number}`, author, modified: ["src/main.ts"] }],
  };
}

function toPullRequest(number: number) {
  return {
    action: pick(["opened", "synchronize", "closed"], number),
    number,
    pull_request: {
      title: `Retry sooner, part ${number}`,
      user: { login: toLogin(pick(PEOPLE, number)) },
      draft: false,
    },
    repository: repository(),
  };
}

function toIssue(number: number) {
  const user = { login: toLogin(pick(PEOPLE, number)) };
  const issue = { number, title: `It stops at ${number}`, user, labels: [{ name: "bug" }] };
  return { action: "opened", issue, repository: repository() };
}

function repository() {
  return { id: 7_201, name: "shop", full_name: "example/shop", private: false, default_branch: "main" };
}

function toLogin(name: string): string {
  return name.toLowerCase().replace(" ", "-");
}

function hash(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

function pick<T>(values: readonly T[], number: number): T {
  return values[number % values.length] as T;
}
