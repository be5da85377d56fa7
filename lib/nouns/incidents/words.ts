import type { CauseCode, FailureDetail } from "@/lib/kernel/vocabulary";

/** Why attempts fail. The same cause reads the same everywhere: lists, pages, messages and meta events. */
export type Cause = {
  readonly code: CauseCode;
  /** The status of the answer; null unless the code is `http`. */
  readonly response_status: number | null;
  /** A `FailureDetail`, or for `http` the answer's own word for the error; may be empty. */
  readonly detail: string;
};

/** What fails and at which endpoint, in a few words: "503 from orders-eu". */
export function titleOf(cause: Cause, endpoint: string): string {
  if (cause.code === "http") {
    const status = cause.response_status === null ? "An answer" : String(cause.response_status);
    return `${status}${cause.detail === "" ? "" : ` “${cause.detail}”`} from ${endpoint}`;
  }
  return TITLES[`${cause.code} ${cause.detail}`]?.(endpoint) ?? BARE_TITLES[cause.code](endpoint);
}

type Words = (endpoint: string) => string;

const BARE_TITLES: Record<Exclude<CauseCode, "http">, Words> = {
  refused: (name) => `${name} has an address that is not allowed`,
  timeout: (name) => `${name} does not answer in time`,
  dns: (name) => `The host name of ${name} has no address`,
  connection_refused: (name) => `Connection refused by ${name}`,
  unreachable: (name) => `No route to ${name}`,
  tls: (name) => `No secure connection to ${name}`,
  connection_closed: (name) => `${name} closes the connection before its answer`,
  invalid_response: (name) => `${name} does not answer in valid HTTP`,
  response_headers_too_large: (name) => `${name} answers with headers that are too large`,
  invalid_request: (name) => `Requests to ${name} cannot be sent`,
  url_variable: (name) => `The URL of ${name} cannot be filled`,
  aborted: (name) => `Requests to ${name} were given up`,
  closed: (name) => `Requests to ${name} were given up at a shutdown`,
  unauthorized: (name) => `No access token for ${name}`,
  unknown: (name) => `Requests to ${name} fail`,
};

const TITLES: Readonly<Record<string, Words>> = {
  "timeout connect": (name) => `${name} accepts no connection in time`,
  "timeout body": (name) => `${name} begins an answer but does not end it in time`,
  "tls expired": (name) => `The certificate of ${name} has expired`,
  "tls not_yet_valid": (name) => `The certificate of ${name} is not valid yet`,
  "tls self_signed": (name) => `The certificate of ${name} is self-signed`,
  "tls unknown_issuer": (name) => `The certificate of ${name} has an unknown issuer`,
  "tls other_name": (name) => `The certificate of ${name} is for another host`,
  "tls protocol": (name) => `${name} does not speak TLS`,
} satisfies Partial<Record<`${string} ${FailureDetail}`, Words>>;

/** What usually mends it, in a sentence or two. */
export function adviceOf(cause: Cause): string {
  if (cause.code !== "http") return ADVICE[`${cause.code} ${cause.detail}`] ?? BARE_ADVICE[cause.code];
  const status = cause.response_status ?? 0;
  return STATUS_ADVICE[status] ?? CLASS_ADVICE[Math.floor(status / 100)] ?? OTHER_STATUS;
}

const BARE_ADVICE: Record<Exclude<CauseCode, "http">, string> = {
  refused:
    "The address is private or reserved, which deliveries never reach. Change the endpoint's URL, or allow its network with HOOKYARD_EGRESS_ALLOW.",
  timeout:
    "The receiver takes longer than the endpoint's timeout. Let it answer first and work later, or raise the timeout.",
  dns: "Look for a typing error in the endpoint's URL, and whether its DNS record still exists.",
  connection_refused: "Nothing listens at this address and port. Start the receiver, or correct the endpoint's URL.",
  unreachable:
    "This machine, or its proxy, has no network route to the receiver. Look at routes, VPN, firewall and proxy.",
  tls: "The TLS handshake fails. Check the certificate and the TLS versions of the receiver.",
  connection_closed:
    "The receiver, or a proxy before it, drops the connection. Look for crashes, restarts and limits on the size of a request.",
  invalid_response:
    "What answers at this port is not an HTTP server, or it is broken. Check the port in the endpoint's URL.",
  response_headers_too_large:
    "The receiver's answer carries more headers than is accepted. Remove cookies or other headers from it.",
  invalid_request: "A header or the URL of the endpoint cannot be sent. Correct it in the endpoint's settings.",
  url_variable:
    "The URL has a variable, and events have no fit value for it. Let events have one, or say in the endpoint's settings where it is; then resend.",
  aborted: "The attempts were given up by this installation and are repeated.",
  closed: "The attempts were given up at a shutdown and are repeated.",
  unauthorized: "The authorization server gives no token. Check the endpoint's client id, secret and token URL.",
  unknown: "Open an attempt to read the error.",
};

const ADVICE: Readonly<Record<string, string>> = {
  "timeout connect": "The host does not accept the connection. It is down, or a firewall drops packets in silence.",
  "timeout body":
    "The receiver sends the head of an answer, but not all of its body. Look for a hanging stream or proxy.",
  "tls expired": "Renew the certificate of the receiver; deliveries go on by themselves.",
  "tls not_yet_valid": "The certificate begins later. Check the clock of the receiver's issuer, and of this machine.",
  "tls self_signed": "Use a certificate of a public issuer, or give the endpoint's settings the authority to trust.",
  "tls unknown_issuer":
    "Let the receiver send its intermediate certificates, or give the endpoint's settings the authority to trust.",
  "tls other_name": "The certificate names other hosts. Correct the endpoint's URL, or the certificate.",
  "tls protocol": "Use http:// if the receiver has no TLS, or correct the port of the endpoint's URL.",
};

const STATUS_ADVICE: Readonly<Record<number, string>> = {
  400: "The receiver does not understand the body. Compare its payload with what it expects; a function can change it.",
  401: "The receiver refuses the credentials. Check the endpoint's authentication, and that it verifies with the present secret.",
  403: "The receiver forbids the request. Check its allow list, its firewall, and that it verifies with the present secret.",
  404: "Nothing is at this path. Correct the endpoint's URL, or deploy the route of the receiver.",
  405: "The receiver does not take this method at this path. Set another in the endpoint's settings, or correct its URL.",
  408: "The receiver gave up waiting for the request. Look at the load of the receiver and its proxy.",
  410: "The receiver wants no more deliveries at this address.",
  413: "The payload is too large for the receiver. Raise its limit, or shorten the payload with a function.",
  415: "The receiver does not take this content type. Set it in the endpoint's settings.",
  422: "The receiver refuses the content of the payload. Read its answer in an attempt; a function can change the payload.",
  429: "The receiver gets too much at once. Give the endpoint a rate limit; Retry-After is respected.",
  500: "The receiver fails in its own code. Its log tells why; then resend.",
  502: "The proxy before the receiver does not reach it. It is down or restarting.",
  503: "The receiver is overloaded or in maintenance. Deliveries go on by themselves when it answers.",
  504: "The proxy before the receiver waits in vain for it. Look at the receiver's load.",
};

const CLASS_ADVICE: Readonly<Record<number, string>> = {
  3: "Redirects are not followed. Put the address to which it leads into the endpoint's URL.",
  4: "The receiver refuses the request. Read its answer in an attempt.",
  5: "The receiver fails. Its log tells why; then resend.",
};
const OTHER_STATUS = "The answer is no success. Read it in an attempt.";
