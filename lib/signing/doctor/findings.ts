import type { KnownKeyPair, KnownSecret } from "@/lib/signing/doctor/digests";
import type { SignatureFormat } from "@/lib/signing/hookyard-signature";

export const FINDING_CODES = [
  "valid",
  "not_received",
  "header_missing",
  "header_renamed",
  "id_differs",
  "timestamp_not_a_number",
  "timestamp_too_old",
  "timestamp_in_future",
  "timestamp_changed",
  "signature_form",
  "body_changed",
  "secret_expired",
  "secret_unknown",
] as const;
type FindingCode = (typeof FINDING_CODES)[number];

/** What happened to a body between its sender and a receiver that looks at it. */
export const BODY_CHANGES = [
  "trailing_whitespace",
  "line_endings",
  "byte_order_mark",
  "json_rewritten",
  "text_encoding",
  "cut_off",
  "content",
] as const;
export type BodyChange = (typeof BODY_CHANGES)[number];

/** One thing that the doctor found. `secretId` names the secret or key pair that signed, never its value. */
export type Finding = { code: FindingCode; message: string; header: string | null; secretId: string | null };

/** How an endpoint signs. `header` is the name of the project's own signature header, in lower case. */
export type SignatureSettings = { header: string; format: SignatureFormat; isAdvanced: boolean };

/** A request as its receiver saw it. Names of `headers` are in lower case. */
export type Received = { headers: Readonly<Record<string, string>>; body: Buffer; at: Date };

export type Case = {
  received: Received;
  secrets: readonly KnownSecret[];
  keyPairs: readonly KnownKeyPair[];
  settings: SignatureSettings;
  /** What was sent, if it is known. */
  sent: { id: string; body: Buffer } | null;
};

/** The verdict on one of the two ways of signing. */
export type SchemeReport = {
  scheme: "standard_webhooks" | "signature_header";
  verdict: "valid" | "invalid" | "not_received";
  findings: Finding[];
};

export function finding(code: FindingCode, message: string, more: Partial<Finding> = {}): Finding {
  return { code, message, header: null, secretId: null, ...more };
}

/** A report's verdict follows from its findings. */
export function toReport(scheme: SchemeReport["scheme"], findings: Finding[]): SchemeReport {
  if (findings.every(({ code }) => code === "valid")) return { scheme, verdict: "valid", findings };
  const isAbsent = findings.some(({ code }) => code === "not_received");
  return { scheme, verdict: isAbsent ? "not_received" : "invalid", findings };
}

/** How the change of a body came about, and what to do. */
export const CHANGE_WORDS: Record<BodyChange, string> = {
  trailing_whitespace:
    "White space at the beginning or the end of the body was added or removed, such as a last line break.",
  line_endings: "The line breaks of the body were changed (CRLF and LF).",
  byte_order_mark: "A byte order mark was added to the body or removed.",
  json_rewritten:
    "The body is the same JSON, written in another way: it was parsed and written again. Verify the raw bytes, before any parser.",
  text_encoding: "The body was read in another character encoding than UTF-8. Verify the raw bytes.",
  cut_off: "The end of the body is missing.",
  content: "The body has another content than what was sent.",
};
