/** What a receiver says to a delivery, and how long it takes. */
export type DemoAnswer = { status: number; says: string; takesMs: number };

/** `attempts` counts this attempt; `total` and `number` are of the payload. */
export type DemoRequest = { total: number; number: number; attempts: number };

type Answering = (request: DemoRequest) => DemoAnswer;

const answer = (status: number, says: string, takesMs: number): DemoAnswer => ({ status, says, takesMs });

/** From this amount on, accounting refuses an invoice. */
const LARGE = 460;

/** What each receiver says while it has its own way, by its path. */
export const ANSWERS = {
  "/fulfilment": () => answer(200, "picked", 45),
  "/accounting": ({ total }) =>
    total > LARGE ? answer(500, "the ledger is locked", 70) : answer(200, "booked in the ledger", 60),
  "/warehouse": () => answer(200, "stored, at last", 1_150),
  "/builds": ({ number, attempts }) =>
    number % 4 === 0 && attempts < 3 ? answer(503, "all runners are busy", 20) : answer(202, "build started", 35),
  "/support": () => answer(200, "posted to the channel", 85),
  "/payouts": () => answer(503, "the bank's gateway is down", 30),
  "/newsletter": () => answer(202, "subscribed", 40),
} as const satisfies Record<string, Answering>;

export type DemoPath = keyof typeof ANSWERS;

/** The one that stays down, so that its circuit breaker stays open. */
export const DOWN: DemoPath = "/payouts";

/** The receiver that had an incident in the past, and what it said then. */
export const TROUBLED: DemoPath = "/fulfilment";
export const OVERLOADED = answer(503, "overloaded, come back later", 190);

/** What a receiver says that accepts everything. */
export const ACCEPTED = answer(200, "thank you", 40);
