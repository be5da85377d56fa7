import type { FailureCode, FailureDetail } from "@/lib/kernel/vocabulary";
import type { Validity } from "./connector";

/** Why a request got no complete answer. `message` is a sentence for the operator who reads the attempt. */
export type Failure = {
  code: FailureCode;
  message: string;
  /** What tells it from other failures of the same code: the phase of a time-out, or what is wrong with a certificate. */
  detail?: FailureDetail;
};

type SystemError = Error & { code?: string; address?: string; port?: number; errors?: unknown[]; validity?: Validity };

/** The parts of a description: `peer` is the tried address, if the error names it. */
type Told = { cause: SystemError; host: string; peer: string };
type Meaning = { code: FailureCode; detail?: FailureDetail; tell: (told: Told) => string };

const NO_NAME_SERVER: Meaning = { code: "dns", tell: ({ host }) => `The name server did not answer for ${host}.` };
const NO_ROUTE: Meaning = { code: "unreachable", tell: ({ peer }) => `No route to ${peer}.` };
const NO_CONNECTION: Meaning = {
  code: "timeout",
  detail: "connect",
  tell: ({ host }) => `No connection to ${host}: it did not answer in time.`,
};
const CUT_OFF: Meaning = {
  code: "connection_closed",
  tell: ({ host }) => `${host} closed the connection before its answer was complete.`,
};
const NOT_SENDABLE: Meaning = {
  code: "invalid_request",
  tell: ({ cause }) => `The request cannot be sent: ${cause.message}.`,
};
const SHUTTING_DOWN: Meaning = {
  code: "closed",
  tell: () => "This process is shutting down; nothing was sent.",
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["HOOKYARD_REFUSED", { code: "refused", tell: ({ cause }) => cause.message }],
  ["HOOKYARD_PROXY", { code: "unreachable", tell: ({ cause }) => cause.message }],
  ["ECONNREFUSED", { code: "connection_refused", tell: ({ peer }) => `Connection refused by ${peer}.` }],
  ["ENOTFOUND", { code: "dns", tell: ({ host }) => `The name of ${host} has no address.` }],
  ["EAI_AGAIN", NO_NAME_SERVER],
  ["EAI_FAIL", NO_NAME_SERVER],
  ["EHOSTUNREACH", NO_ROUTE],
  ["ENETUNREACH", NO_ROUTE],
  ["EADDRNOTAVAIL", NO_ROUTE],
  ["ETIMEDOUT", NO_CONNECTION],
  ["UND_ERR_CONNECT_TIMEOUT", NO_CONNECTION],
  ["ECONNRESET", CUT_OFF],
  ["EPIPE", CUT_OFF],
  ["UND_ERR_SOCKET", CUT_OFF],
  [
    "UND_ERR_HEADERS_OVERFLOW",
    {
      code: "response_headers_too_large",
      tell: ({ host }) => `The headers of the answer of ${host} are too large.`,
    },
  ],
  ["UND_ERR_INVALID_ARG", NOT_SENDABLE],
  ["UND_ERR_NOT_SUPPORTED", NOT_SENDABLE],
  ["UND_ERR_REQ_CONTENT_LENGTH_MISMATCH", NOT_SENDABLE],
  ["UND_ERR_CLOSED", SHUTTING_DOWN],
  ["UND_ERR_DESTROYED", SHUTTING_DOWN],
]);

/**
 * Describes an error of a socket, of TLS or of undici in an operator's words. `host` is the destination, with its port.
 */
export function toFailure(error: unknown, host: string): Failure {
  const cause = firstCause(error);
  const code = cause.code ?? "";
  const meaning = MEANINGS.get(code);
  if (meaning) {
    const message = meaning.tell({ cause, host, peer: peerOf(cause, host) });
    return { code: meaning.code, message, ...(meaning.detail && { detail: meaning.detail }) };
  }
  if (cause.name === "HTTPParserError" || code.startsWith("UND_ERR_RES") || code === "UND_ERR_INFO") {
    return { code: "invalid_response", message: `The answer of ${host} is not valid HTTP: ${cause.message}.` };
  }
  if (isTlsCode(code)) return toTlsFailure(cause, host);
  return { code: "unknown", message: `The request to ${host} failed: ${cause.message || code}.` };
}

function toTlsFailure(cause: SystemError, host: string): Failure {
  const code = cause.code ?? "";
  const message = `No secure connection to ${host}: ${tlsReason(cause)}.`;
  const isForeign = isForeignSpeech(code) && !isRefusedClient(code);
  return { code: "tls", message, detail: TLS_DETAILS.get(code) ?? (isForeign ? "protocol" : "other") };
}

function peerOf({ address, port }: SystemError, host: string): string {
  return address && port ? `${bracketed(address)}:${port}` : host;
}

/** If several addresses of a name were tried, the first one's error says the most. */
function firstCause(error: unknown): SystemError {
  const outer: SystemError = error instanceof Error ? error : new Error(String(error));
  const inner = outer.errors?.[0];
  return inner instanceof Error ? inner : outer;
}

function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|HOSTNAME_MISMATCH|EPROTO)/.test(
    code,
  );
}

/** The errors of a certificate, by their codes in OpenSSL and Node.js. */
const TLS_DETAILS: ReadonlyMap<string, FailureDetail> = new Map<string, FailureDetail>([
  ["CERT_HAS_EXPIRED", "expired"],
  ["CERT_NOT_YET_VALID", "not_yet_valid"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "self_signed"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "self_signed"],
  ["UNABLE_TO_GET_ISSUER_CERT", "unknown_issuer"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unknown_issuer"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unknown_issuer"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "other_name"],
  ["HOSTNAME_MISMATCH", "other_name"],
]);

function isForeignSpeech(code: string): boolean {
  return code === "EPROTO" || code.startsWith("ERR_SSL_");
}

/** Alerts by which a server refuses the certificate of its client (RFC 8446, 6.2). */
function isRefusedClient(code: string): boolean {
  return /ALERT_(?:BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|ACCESS_DENIED|NO_CERTIFICATE)/.test(
    code,
  );
}

function tlsReason(cause: SystemError): string {
  if (/ALERT_(?:CERTIFICATE_REQUIRED|NO_CERTIFICATE)/.test(cause.code ?? "")) {
    return "it asks for a client certificate, and the endpoint has none";
  }
  if (isRefusedClient(cause.code ?? "")) return "it does not accept the endpoint's client certificate";
  if (isForeignSpeech(cause.code ?? "")) return "it does not speak TLS as we do, or not at all";
  const dated = tellDate(cause, Date.now());
  if (dated !== null) return dated;
  return cause.message.replace(/\.$/, "");
}

/** Null if the date of the receiver's own certificate is not what is wrong: it may be that of an issuer's. */
function tellDate({ code, validity }: SystemError, nowMs: number): string | null {
  if (!validity) return null;
  const { from, to } = validity;
  if (code === "CERT_HAS_EXPIRED" && to.getTime() <= nowMs) {
    return `its certificate expired ${tellDays(nowMs - to.getTime(), "ago")} (${DAY.format(to)})`;
  }
  if (code === "CERT_NOT_YET_VALID" && from.getTime() > nowMs) {
    return `its certificate is valid from ${DAY.format(from)} on, ${tellDays(from.getTime() - nowMs, "from now")}`;
  }
  return null;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const DAY_MS = 86_400_000;

function tellDays(ms: number, direction: "ago" | "from now"): string {
  const days = Math.floor(ms / DAY_MS);
  if (days === 0) return `less than a day ${direction}`;
  return `${days} ${days === 1 ? "day" : "days"} ${direction}`;
}
