import type { FailureCode } from "@/lib/kernel/vocabulary";

/** Why a request got no complete answer. `message` is a sentence for the operator who reads the attempt. */
export type Failure = { code: FailureCode; message: string };

type SystemError = Error & { code?: string; address?: string; port?: number; errors?: unknown[] };

/**
 * Describes an error of a socket, of TLS or of undici in an operator's words. `host` is the destination, with its port.
 */
export function toFailure(error: unknown, host: string): Failure {
  const cause = firstCause(error);
  const code = cause.code ?? "";
  const peer = cause.address && cause.port ? `${bracketed(cause.address)}:${cause.port}` : host;
  switch (code) {
    case "HOOKYARD_REFUSED":
      return { code: "refused", message: cause.message };
    case "ECONNREFUSED":
      return { code: "connection_refused", message: `Connection refused by ${peer}.` };
    case "ENOTFOUND":
      return { code: "dns", message: `The name of ${host} has no address.` };
    case "EAI_AGAIN":
    case "EAI_FAIL":
      return { code: "dns", message: `The name server did not answer for ${host}.` };
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return { code: "unreachable", message: `No route to ${peer}.` };
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return { code: "timeout", message: `No connection to ${host}: it did not answer in time.` };
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return { code: "connection_closed", message: `${host} closed the connection before its answer was complete.` };
    case "UND_ERR_HEADERS_OVERFLOW":
      return { code: "response_headers_too_large", message: `The headers of the answer of ${host} are too large.` };
    case "UND_ERR_INVALID_ARG":
    case "UND_ERR_NOT_SUPPORTED":
    case "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH":
      return { code: "invalid_request", message: `The request cannot be sent: ${cause.message}.` };
    case "UND_ERR_CLOSED":
    case "UND_ERR_DESTROYED":
      return { code: "closed", message: "This process is shutting down; nothing was sent." };
  }
  if (cause.name === "HTTPParserError" || code.startsWith("UND_ERR_RES") || code === "UND_ERR_INFO") {
    return { code: "invalid_response", message: `The answer of ${host} is not valid HTTP: ${cause.message}.` };
  }
  if (isTlsCode(code)) return { code: "tls", message: `No secure connection to ${host}: ${tlsReason(cause)}.` };
  return { code: "unknown", message: `The request to ${host} failed: ${cause.message || code}.` };
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

function tlsReason(cause: SystemError): string {
  if (cause.code === "EPROTO" || cause.code?.startsWith("ERR_SSL_"))
    return "it does not speak TLS as we do, or not at all";
  return cause.message.replace(/\.$/, "");
}
