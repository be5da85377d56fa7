import type { SignatureScheme, Timestamp } from "@/lib/providers/scheme";
import { Received } from "@/lib/providers/verification/received";
import { judgeAge, readTimestamp } from "@/lib/providers/verification/timestamps";
import type { Refused } from "@/lib/providers/verification/verdict";
import { tellSpan } from "@/lib/signing/doctor/check-timestamp";
import { type IncomingFinding, tell } from "./findings";
import { type IncomingCase, singlesOf } from "./incoming-case";

const UNIT_WORDS: Record<Timestamp["unit"], string> = {
  seconds: "seconds since 1970",
  milliseconds: "milliseconds since 1970",
  iso8601: "the form 2027-01-31T12:00:00Z",
};

/** What is wrong with the time of a request that is signed right, and by how much. */
export function tellTime(one: IncomingCase, { code, message }: Refused): IncomingFinding {
  const unit = findUnit(one);
  if (unit) return unit;
  const ms = readTimes(one)[0];
  if (ms === undefined) return tell(code, message);
  const span = tellSpan(Math.round(Math.abs(one.now - ms) / 1_000));
  if (code === "timestamp_too_old") {
    const words = `The signature is right, but ${span} old when the request arrived: it was held up or sent again as it was, or the sender's clock is ${span} behind.`;
    return tell(code, words);
  }
  return tell(
    code,
    `The signature is right, but of a time ${span} ahead: the sender's clock is ahead, or ours is behind.`,
  );
}

/** The timestamp in another unit than is due, if it tells the present time in that one. */
export function findUnit({
  scheme,
  request,
  now,
}: Pick<IncomingCase, "scheme" | "request" | "now">): IncomingFinding | null {
  const received = new Received(request);
  for (const { timestamp } of timed(scheme)) {
    for (const unit of Object.keys(UNIT_WORDS) as Timestamp["unit"][]) {
      if (unit === timestamp.unit) continue;
      const read = readTimestamp({ ...timestamp, unit }, received);
      if (!("ms" in read) || !judgeAge({ ...timestamp, toleranceSeconds: A_DAY }, read.ms, now).ok) continue;
      return tell("timestamp_unit", `The timestamp is in ${UNIT_WORDS[unit]}. Due is ${UNIT_WORDS[timestamp.unit]}.`);
    }
  }
  return null;
}

const A_DAY = 86_400;

function readTimes({ scheme, request }: IncomingCase): number[] {
  const received = new Received(request);
  return timed(scheme).flatMap(({ timestamp }) => {
    const read = readTimestamp(timestamp, received);
    return "ms" in read ? [read.ms] : [];
  });
}

function timed(scheme: IncomingCase["scheme"]): (SignatureScheme & { timestamp: Timestamp })[] {
  return singlesOf(scheme).flatMap((one) => {
    return one.kind === "signature" && one.timestamp !== null ? [{ ...one, timestamp: one.timestamp }] : [];
  });
}
