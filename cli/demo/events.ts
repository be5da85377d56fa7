import { randomBytes } from "node:crypto";

/** An event as its sender would post it. */
export type DemoEvent = { source: "shop" | "github"; type: string; body: unknown };

const PEOPLE = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth"];
const GOODS = ["Notebook, lined", "Fountain pen", "Ink, blue-black", "Desk lamp", "Letter tray", "Paper knife"];
const ORDER_TYPES = ["order.created", "order.paid", "order.shipped", "order.cancelled"];
const INVOICE_TYPES = ["invoice.issued", "invoice.paid", "invoice.overdue"];
const BRANCHES = ["main", "main", "fix/retries", "docs"];
const PULL_REQUEST_ACTIONS = ["opened", "synchronize", "closed"];

/** Makes this many different events; every 25th of the shop is sent a second time, as senders do. */
export function makeEvents(count: number): DemoEvent[] {
  const run = randomBytes(4).toString("hex");
  const events: DemoEvent[] = [];
  for (let number = 0; events.length < count; number += 1) {
    const event = makeEvent(run, number);
    events.push(event);
    if (number % 25 === 24 && event.source === "shop" && events.length < count) events.push(event);
  }
  return events;
}

function makeEvent(run: string, number: number): DemoEvent {
  switch (number % 5) {
    case 0:
    case 2:
      return shopEvent(pick(ORDER_TYPES, number), `evt_${run}_${number}`, orderData(number));
    case 4:
      return shopEvent(pick(INVOICE_TYPES, number), `evt_${run}_${number}`, invoiceData(number));
    case 1:
      return { source: "github", type: "push", body: pushBody(number) };
    default:
      return number % 2 === 0
        ? { source: "github", type: "issues", body: issueBody(number) }
        : { source: "github", type: "pull_request", body: pullRequestBody(number) };
  }
}

function shopEvent(type: string, id: string, data: unknown): DemoEvent {
  return { source: "shop", type, body: { id, type, created_at: new Date().toISOString(), data } };
}

function orderData(number: number) {
  const quantity = 1 + (number % 4);
  const price = 8.5 + ((number * 37) % 120);
  return {
    order_id: `ord_${1000 + number}`,
    customer: { name: pick(PEOPLE, number), country: pick(["GB", "DE", "FR", "US"], number) },
    currency: "EUR",
    items: [{ name: pick(GOODS, number), quantity, price }],
    total: quantity * price,
  };
}

function invoiceData(number: number) {
  return {
    invoice_id: `inv_${2000 + number}`,
    customer: { name: pick(PEOPLE, number) },
    currency: "EUR",
    due_at: new Date(Date.now() + 14 * 86_400_000).toISOString(),
    total: 40 + ((number * 61) % 520),
  };
}

function pushBody(number: number) {
  const author = { name: pick(PEOPLE, number) };
  return {
    ref: `refs/heads/${pick(BRANCHES, Math.floor(number / 5))}`,
    before: sha(number),
    after: sha(number + 1),
    repository: repository(),
    pusher: author,
    commits: [{ id: sha(number + 1), message: `Mend case ${number}`, author, modified: ["src/main.ts"] }],
  };
}

function pullRequestBody(number: number) {
  return {
    action: pick(PULL_REQUEST_ACTIONS, Math.floor(number / 5)),
    number,
    pull_request: { title: `Retry sooner, part ${number}`, user: { login: login(number) }, draft: false },
    repository: repository(),
  };
}

function issueBody(number: number) {
  const issue = { number, title: `It stops at ${number}`, user: { login: login(number) }, labels: [{ name: "bug" }] };
  return { action: "opened", issue, repository: repository() };
}

function repository() {
  return { id: 7_201, name: "shop", full_name: "example/shop", private: false, default_branch: "main" };
}

function login(number: number): string {
  return pick(PEOPLE, number).toLowerCase().replace(" ", "-");
}

function sha(number: number): string {
  return (number * 2_654_435_761).toString(16).padStart(40, "a1b2c3d4e5");
}

function pick<T>(values: readonly T[], number: number): T {
  return values[number % values.length] as T;
}
