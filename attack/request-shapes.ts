type Parts = { host: string; second: string; authorization: string };
type Shape = { name: string; request(parts: Parts): string | Buffer; expected: number[] };

const JSON_TYPE = "Content-Type: application/json";

/** A POST with these header lines and this body. */
const post = (lines: readonly string[], body: string) => (parts: Parts) =>
  [
    "POST /v1/invitations/find HTTP/1.1",
    `Host: ${parts.host}`,
    JSON_TYPE,
    ...lines,
    "",
    body === "second" ? parts.second : body + parts.second,
  ].join("\r\n");

const refused = [400, 411, 413, 431, 501];

/** Whole requests whose end, host or headers two readers may see differently. */
export const SHAPES: readonly Shape[] = [
  {
    name: "a length beside chunks",
    request: post(["Content-Length: 5", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
    expected: refused,
  },
  {
    name: "chunks beside a length",
    request: post(["Transfer-Encoding: chunked", "Content-Length: 4"], "5c\r\n"),
    expected: refused,
  },
  {
    name: "two different lengths",
    request: post(["Content-Length: 2", "Content-Length: 200"], "{}"),
    expected: refused,
  },
  { name: "two equal lengths", request: post(["Content-Length: 2", "Content-Length: 2"], "{}"), expected: refused },
  { name: "a list of lengths", request: post(["Content-Length: 2, 200"], "{}"), expected: refused },
  { name: "a negative length", request: post(["Content-Length: -1"], "second"), expected: refused },
  { name: "a length with a sign", request: post(["Content-Length: +2"], "{}"), expected: refused },
  { name: "a hexadecimal length", request: post(["Content-Length: 0x2"], "{}"), expected: refused },
  {
    name: "a length beyond all numbers",
    request: post([`Content-Length: ${"9".repeat(40)}`], "{}"),
    expected: refused,
  },
  { name: "a space before the colon", request: post(["Content-Length : 2"], "{}"), expected: refused },
  {
    name: "an unknown transfer encoding",
    request: post(["Transfer-Encoding: xchunked"], "0\r\n\r\n"),
    expected: refused,
  },
  {
    name: "chunked that is not the last encoding",
    request: post(["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"),
    expected: refused,
  },
  {
    name: "two transfer encodings",
    request: post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"),
    expected: refused,
  },
  {
    name: "a vertical tab in the encoding",
    request: post(["Transfer-Encoding: \x0bchunked"], "0\r\n\r\n"),
    expected: refused,
  },
  { name: "a folded header", request: post(["X-One: a", " Transfer-Encoding: chunked"], "second"), expected: refused },
  {
    name: "a chunk size that is no number",
    request: post(["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"),
    expected: refused,
  },
  {
    name: "a chunk size beyond all numbers",
    request: post(["Transfer-Encoding: chunked"], "fffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
    expected: refused,
  },
  {
    name: "a chunk longer than it says",
    request: post(["Transfer-Encoding: chunked"], "2\r\n{}garbage\r\n0\r\n\r\n"),
    expected: refused,
  },
  { name: "a bare line feed in the head", request: post(["X-One: a\nX-Two: b"], "second"), expected: refused },
  { name: "a bare carriage return in the head", request: post(["X-One: a\rX-Two: b"], "second"), expected: refused },
  { name: "a NUL in a header", request: post(["X-One: a\0b"], "second"), expected: refused },
  { name: "a header without a name", request: post([": a"], "second"), expected: refused },
  {
    name: "two hosts",
    request: ({ host, authorization }) => get(["Host: evil.example", `Host: ${host}`, authorization]),
    expected: refused,
  },
  {
    name: "two equal hosts",
    request: ({ host, authorization }) => get([`Host: ${host}`, `host: ${host}`, authorization]),
    expected: refused,
  },
  { name: "no host", request: ({ authorization }) => get([authorization]), expected: refused },
  {
    name: "a header of a megabyte",
    request: ({ host }) => get([`Host: ${host}`, `X-Big: ${"a".repeat(1024 * 1024)}`]),
    expected: refused,
  },
  {
    name: "ten thousand headers",
    request: ({ host }) => get([`Host: ${host}`, ...Array.from({ length: 10_000 }, (_, n) => `X-${n}: ${n}`)]),
    expected: refused,
  },
  {
    name: "a version of its own",
    request: ({ host }) => `GET /v1/me HTTP/3.7\r\nHost: ${host}\r\n\r\n`,
    expected: [400, 505],
  },
  { name: "the preface of HTTP/2", request: () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", expected: [400, 505] },
  { name: "a greeting of TLS", request: () => Buffer.from("16030100", "hex"), expected: refused },
  {
    name: "a method of its own",
    request: ({ host }) => `SMUGGLE /v1/me HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    expected: [400, 405],
  },
];

function get(lines: readonly string[]): string {
  return ["GET /v1/me HTTP/1.1", ...lines, "Connection: close", "", ""].join("\r\n");
}

/** Targets that would lead elsewhere if a proxy normalized them. */
export const PATHS: readonly string[] = [
  "/ingest/%2e%2e/v1/me",
  "/ingest/../v1/me",
  "/ingest/.%2E/v1/me",
  "/ingest/%2E./v1/me",
  "/ingest/x/../../v1/me",
  "/ingest/x/%2e%2e/%2e%2e/v1/me",
  "/ingest/..;/v1/me",
  "/ingest/.;/v1/me",
  "/v1/./me",
  "/v1/%2e/me",
  "/v1%2fme",
  "/v1%2Fme",
  "/v1/projects/..%2f..%2fme",
  "/ingest/..%2fv1/me",
  "/ingest/..%5cv1/me",
  "/ingest\\..\\v1\\me",
  "/ingest/..\\v1/me",
  "/\\v1/me",
  "http://evil.example/v1/me",
  "http://127.0.0.1/v1/me",
  "//evil.example/v1/me/..",
  "*",
  "v1/me",
  `/v1/me?${"a".repeat(80_000)}`,
  `/${"a/".repeat(50_000)}`,
  "/v1/me\0",
];
