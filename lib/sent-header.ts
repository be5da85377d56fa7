import { HeaderName } from "@/lib/fields";

/** They speak of one connection (RFC 9110, 7.6.1) and are made anew for each request; set by hand they break it. */
const OF_THE_CONNECTION = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The name of a header that a user may have sent along with deliveries. */
export const SentHeaderName = HeaderName.refine(
  (name) => !OF_THE_CONNECTION.has(name.toLowerCase()),
  "This header belongs to the connection and cannot be set.",
);
