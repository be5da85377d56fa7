import type { Timestamp } from "@/lib/providers/scheme";
import type { Received } from "./received";
import { ACCEPTED, nameOf, refused, type Verdict } from "./verdict";

/** Milliseconds since 1970, or why the request does not tell them. */
export function readTimestamp(
  { at, unit }: Timestamp,
  received: Received,
): { ms: number } | Exclude<Verdict, { ok: true }> {
  const { text } = received.find(at);
  if (text === null) return refused("timestamp_missing", `The timestamp is missing: it belongs into ${nameOf(at)}.`);
  const ms = READERS[unit](text);
  if (ms !== null) return { ms };
  return refused("timestamp_malformed", `The timestamp in ${nameOf(at)} is none: ${FORMS[unit]}.`);
}

/** Whether a request of this time may still, or already, be taken. */
export function judgeAge({ toleranceSeconds: limit }: Timestamp, ms: number, now: number): Verdict {
  if (limit === null) return ACCEPTED;
  const seconds = Math.round((now - ms) / 1_000);
  if (seconds > limit) {
    return refused(
      "timestamp_too_old",
      `The signature is right, but ${seconds} seconds old, and ${limit} are allowed. It was sent again as it was, or a clock is wrong.`,
    );
  }
  if (seconds < -limit) {
    return refused(
      "timestamp_in_future",
      `The signature is right, but of a time that is ${-seconds} seconds ahead, and ${limit} are allowed: a clock is wrong.`,
    );
  }
  return ACCEPTED;
}

const WHOLE = /^\d{1,15}$/;

const READERS: Record<Timestamp["unit"], (text: string) => number | null> = {
  seconds: (text) => (WHOLE.test(text) ? Number(text) * 1_000 : null),
  milliseconds: (text) => (WHOLE.test(text) ? Number(text) : null),
  iso8601: (text) => {
    const ms = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(ms) ? null : ms;
  },
};

const FORMS: Record<Timestamp["unit"], string> = {
  seconds: "whole seconds since 1970 are expected",
  milliseconds: "whole milliseconds since 1970 are expected",
  iso8601: "a time such as 2026-01-31T12:00:00Z is expected",
};
