import { type Finding, finding } from "@/lib/signing/doctor/findings";

/** What the reference libraries of Standard Webhooks allow, both ways. */
const TOLERANCE_SECONDS = 300;

/** What is wrong with the timestamp of a request that was received at a time. Pure. */
export function checkTimestamp(text: string, at: Date, header: string): Finding | null {
  if (!/^\d{1,11}$/.test(text)) return notANumber(text, header);
  const age = Math.floor(at.getTime() / 1000) - Number(text);
  if (age > TOLERANCE_SECONDS) {
    const message = `The timestamp was ${tellSpan(age)} old. Receivers refuse what is older than 5 minutes: the request was held up on its way, is a replay, or the receiver's clock is ahead.`;
    return finding("timestamp_too_old", message, { header });
  }
  if (age < -TOLERANCE_SECONDS) {
    const message = `The timestamp was ${tellSpan(-age)} in the future, which is more than the 5 minutes that receivers allow: the receiver's clock is behind.`;
    return finding("timestamp_in_future", message, { header });
  }
  return null;
}

function notANumber(text: string, header: string): Finding {
  const message = /^\d{12,16}$/.test(text)
    ? "The timestamp is in milliseconds or smaller units. It is sent in whole seconds since 1970, and signed so."
    : "The timestamp is not a number of whole seconds since 1970, such as 1700000000.";
  return finding("timestamp_not_a_number", message, { header });
}

const UNITS = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3_600 },
  { name: "minute", seconds: 60 },
] as const;

/** A span in its two largest units: "2 hours 5 minutes". */
export function tellSpan(seconds: number): string {
  const at = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const [large, small] = [UNITS[at], UNITS[at + 1]];
  if (!large) return count(seconds, "second");
  const whole = count(Math.floor(seconds / large.seconds), large.name);
  const left = small ? Math.floor((seconds % large.seconds) / small.seconds) : 0;
  return small && left > 0 ? `${whole} ${count(left, small.name)}` : whole;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
