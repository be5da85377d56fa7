import { expect, it } from "vitest";
import { describeWaiting, type WaitingFacts } from "@/lib/nouns/deliveries/explain-waiting";

const at = new Date("2027-01-31T12:00:00.000Z");
const later = new Date("2027-01-31T13:00:00.000Z");
const NONE: WaitingFacts = {
  isArchived: false,
  endpointStatus: "active",
  probeAt: null,
  head: null,
  limit: null,
  notBefore: null,
};
const head = { id: "d-1", key: "ann", status: "Retry", nextSendTime: at };

const TABLE: [name: string, facts: Partial<WaitingFacts>, description: string | null, until: Date | null][] = [
  ["nothing", {}, null, null],
  ["a pause", { endpointStatus: "paused" }, "Held: the endpoint is paused. No attempt is used up.", null],
  [
    "the breaker",
    { endpointStatus: "pending", probeAt: at },
    "Held: the circuit breaker is open for the endpoint. No attempt is used up.",
    at,
  ],
  ["a head", { head }, "Waiting for delivery d-1 with ordering key ann. No attempt is used up.", at],
  [
    "a head that failed",
    { head: { ...head, status: "Failure" } },
    "Waiting for delivery d-1 with ordering key ann, which failed: resend or cancel it. No attempt is used up.",
    null,
  ],
  [
    "a rate limit",
    { limit: { words: "the rate limit of 5 per 60 s", nextAt: at } },
    "Waiting for the rate limit of 5 per 60 s. No attempt is used up.",
    at,
  ],
  [
    "a pause before all else",
    { endpointStatus: "paused", head },
    "Held: the endpoint is paused. No attempt is used up.",
    null,
  ],
];

const ITS_TIME: typeof TABLE = [
  ["its own time", { notBefore: later }, null, null],
  [
    "a pause until its own time",
    { endpointStatus: "paused", notBefore: later },
    "Held: the endpoint is paused. No attempt is used up. Not before 2027-01-31 13:00:00 UTC, as its event asks.",
    null,
  ],
  [
    "a head that comes before its own time",
    { head, notBefore: later },
    "Waiting for delivery d-1 with ordering key ann. No attempt is used up. Not before 2027-01-31 13:00:00 UTC, as its event asks.",
    later,
  ],
  [
    "a probe after its own time",
    { endpointStatus: "pending", probeAt: later, notBefore: at },
    "Held: the circuit breaker is open for the endpoint. No attempt is used up. Not before 2027-01-31 12:00:00 UTC, as its event asks.",
    later,
  ],
];

it.each([...TABLE, ...ITS_TIME])("explains %s and until when", (_name, facts, description, until) => {
  const told = describeWaiting({ ...NONE, ...facts });
  expect(told).toEqual(description === null ? null : { description, nextSendTime: until });
});
