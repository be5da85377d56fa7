/**
 * The media types that a source may answer with: what a browser neither runs nor draws as a document. A list of what is
 * allowed, because browsers learn new types (WHATWG MIME Sniffing, "scriptable MIME type", names only some of them).
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

/** A stored response as it may be sent: one from before the rule keeps its body and becomes text. */
export function toPassive<R extends { content_type: string }>(response: R): R {
  return isPassiveType(response.content_type) ? response : { ...response, content_type: "text/plain; charset=utf-8" };
}
