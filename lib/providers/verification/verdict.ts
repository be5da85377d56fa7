import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { Place } from "@/lib/providers/scheme";
import type { Found } from "./received";

/** `message` is a sentence for the sender. It names places of the request, never a secret or the expected value. */
export type Verdict = { ok: true } | Refused;
export type Refused = { ok: false; code: RefusalCode; message: string };

export const ACCEPTED: Verdict = { ok: true };

export function refused(code: RefusalCode, message: string): Refused {
  return { ok: false, code, message };
}

/** Why a place that the scheme needs holds no text. `what` is what it should be: "The signature". */
export function refuseAbsent(what: string, place: Place, found: Found): Refused {
  const isHeader = place.in === "header" || place.in === "pair";
  if (found.text === null && found.because === "repeated") {
    return refused(isHeader ? "header_malformed" : "field_malformed", `${what} is in ${nameOf(place)} more than once.`);
  }
  if (found.text === null && found.because === "too_long") {
    return refused(isHeader ? "header_malformed" : "field_malformed", `${capital(nameOf(place))} is too long.`);
  }
  if (!isHeader) return refused("field_missing", `${what} is missing: it belongs into ${nameOf(place)}.`);
  return refused("header_missing", `${what} is missing: it belongs into ${nameOf(place)}.`);
}

/** A place in words: "the header X-Signature". */
export function nameOf(place: Place): string {
  switch (place.in) {
    case "header":
      return `the header ${place.name}`;
    case "query":
      return `the query's ${place.name}`;
    case "body":
      return `the body's ${place.path}`;
    case "pair":
      return `${place.name}= of the header ${place.header}`;
    case "first_item":
      return `the beginning of the header ${place.header}`;
    case "field_name":
      return "the body";
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
