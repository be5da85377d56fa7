/** What a receiver says to a delivery, and how long it takes. */
export type DemoAnswer = { status: number; says: string; takesMs: number };

/** What an answer of the past depended on. `attempts` counts this attempt; `total` and `number` are of the payload. */
export type DemoRequest = { total: number; number: number; attempts: number };

const answer = (status: number, says: string, takesMs: number): DemoAnswer => ({ status, says, takesMs });

/** What each receiver says today, by its endpoint's key. */
export const TODAY = {
  fulfilment: answer(200, "picked", 45),
  accounting: answer(200, "booked in the ledger", 60),
  warehouse: answer(200, "stored, at last", 1_150),
  builds: answer(202, "build started", 35),
  support: answer(200, "posted to the channel", 85),
  payouts: answer(503, "the bank's gateway is down", 30),
  newsletter: answer(202, "subscribed", 40),
} as const satisfies Record<string, DemoAnswer>;

export type DemoKey = keyof typeof TODAY;

/** How many requests a receiver answers 503 before it answers as it does today. */
export const FIRST_REFUSED: Partial<Record<DemoKey, number>> = { builds: 2 };

/** The one that is down today, so that its circuit breaker opens. */
export const DOWN: DemoKey = "payouts";

/** The receiver that had an incident in the past, and what it said then. */
export const TROUBLED: DemoKey = "fulfilment";
export const OVERLOADED = answer(503, "overloaded, come back later", 190);

/** From this amount on, accounting refused an invoice. */
const LARGE = 460;

/** The receivers that answered otherwise in the past. */
const THEN: Partial<Record<DemoKey, (request: DemoRequest) => DemoAnswer>> = {
  accounting: ({ total }) => (total > LARGE ? answer(500, "the ledger is locked", 70) : TODAY.accounting),
  builds: ({ number, attempts }) =>
    number % 4 === 0 && attempts < 3 ? answer(503, "all runners are busy", 20) : TODAY.builds,
  payouts: () => answer(200, "paid", 40),
};

/** What a receiver said in the past, but for the incident. */
export function answerThen(key: DemoKey, request: DemoRequest): DemoAnswer {
  return THEN[key]?.(request) ?? TODAY[key];
}

/** The body of an answer. */
export function toBody({ says }: DemoAnswer): string {
  return JSON.stringify({ says });
}
