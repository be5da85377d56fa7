/**
 * The media types that a source may answer with: those that a browser neither runs nor renders as a document. It is an
 * allow list, because browsers learn new types (WHATWG MIME Sniffing, "scriptable MIME type", names only some of them).
 */
const PASSIVE = new Set([
  "application/cbor",
  "application/json",
  "application/jsonl",
  "application/msgpack",
  "application/octet-stream",
  "application/protobuf",
  "application/x-msgpack",
  "application/x-ndjson",
  "application/x-protobuf",
  "application/x-www-form-urlencoded",
  "application/yaml",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/csv",
  "text/plain",
]);

const JSON_BASED = /^application\/[\w.-]+\+json$/;

/** `contentType` may have parameters, and any case. */
export function isPassiveType(contentType: string): boolean {
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  return PASSIVE.has(type) || JSON_BASED.test(type);
}

/** A stored response as it may be sent: one that is older than this rule keeps its body and becomes text. */
export function toPassive<R extends { content_type: string }>(response: R): R {
  return isPassiveType(response.content_type) ? response : { ...response, content_type: "text/plain; charset=utf-8" };
}
