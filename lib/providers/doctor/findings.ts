import { REFUSAL_CODES } from "@/lib/kernel/refusal-codes";
import type { RefusalCode } from "@/lib/kernel/vocabulary";
import { ADVICE } from "./advice";

/** What the doctor for incoming requests may find, beside the reasons why a source refuses. */
export const FOUND_CODES = [
  "valid",
  "previous_secret",
  "header_renamed",
  "other_secret",
  "same_secret",
  "secret_form",
  "other_form",
  "other_encoding",
  "other_hash",
  "other_provider",
  "other_address",
  "timestamp_unit",
  "test_mode",
] as const;

export const INCOMING_FINDING_CODES = [...FOUND_CODES, ...REFUSAL_CODES] as const;
export type IncomingFindingCode = (typeof FOUND_CODES)[number] | RefusalCode;

/** One thing that the doctor found. It names places and ways of signing, never a secret or a signature. */
export type IncomingFinding = {
  code: IncomingFindingCode;
  message: string;
  /** What to do about it; null if nothing is wrong. */
  advice: string | null;
  /** The header that it is about, as it arrived or should arrive. */
  header: string | null;
};

/** A finding with the usual advice of its code, unless it has a better one. */
export function tell(
  code: IncomingFindingCode,
  message: string,
  more: Partial<Pick<IncomingFinding, "advice" | "header">> = {},
): IncomingFinding {
  return { code, message, advice: ADVICE[code], header: null, ...more };
}
