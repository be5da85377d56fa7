import { readFileSync } from "node:fs";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import * as vocabulary from "@/lib/kernel/vocabulary";

/** The fields of a resource and their types, in the contract's own words. */
type Fields = Record<string, string>;

const text = readFileSync(new URL("interface.md", import.meta.url), "utf8");

/** Every resource of the contract, by its heading. */
export const RESOURCES: Record<string, Fields> = Object.fromEntries(
  text
    .slice(text.indexOf("## Resources"), text.indexOf("### Gaps in this part"))
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...lines] = section.split("\n");
      const [name = ""] = title.split(" (");
      return [name, { ...readTable(lines), ...readSentence(lines.join(" ").trim()) }];
    }),
);

/** `| a, b | string | … |` */
function readTable(lines: readonly string[]): Fields {
  const rows = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  const fields: Fields = {};
  for (const [, names = "", type = "", notes = ""] of rows) {
    if (!/^[\w, ]+$/.test(names) || ["Field", "Key"].includes(names)) continue;
    for (const name of names.split(", ")) fields[name] = type === "object" && notes.includes("(string)") ? notes : type;
  }
  return fields;
}

/** `Fields: a, b (array of string), c. All are strings.`, with semicolons between groups of one type. */
function readSentence(section: string): Fields {
  const [, listed = ""] =
    /^ ?Fields(?: returned in addition)?: (.*?)\. ?(?:$|[A-Z]|\w+_config holds)/m.exec(
      section.replace(/^.*?(?=Fields(?: returned in addition)?:)/, ""),
    ) ?? [];
  const sentence = listed.replace(/\((\w+);[^)]*\)/g, "($1)");
  const groups = sentence.includes(";") ? sentence.split("; ") : sentence.split(", ");
  const fields: Fields = {};
  for (const group of groups.filter((one) => one !== "")) {
    const [, names = group, type = "string"] = /^(.*?) \((.*)\)$/.exec(group) ?? [];
    for (const name of names.split(/, | and /)) fields[name] = type.replace(/s$/, "");
  }
  return fields;
}

const { ENDPOINT_STATUSES, DELIVERY_STATUSES, EVENT_STATUSES, DEVICE_STATUSES } = vocabulary;

/** Closed lists that the contract names or decisions.md closes. */
const ENUMS: Record<string, readonly string[]> = {
  "Endpoint.status": ENDPOINT_STATUSES,
  "Source.type": vocabulary.SOURCE_TYPES,
  "Source.provider": PROVIDERS,
  "Verifier.type": vocabulary.VERIFIER_TYPES,
  "Subscription.type": vocabulary.SUBSCRIPTION_TYPES,
  "Device.status": DEVICE_STATUSES,
  "Delivery metadata.strategy": vocabulary.RETRY_STRATEGIES,
  "Event.status": EVENT_STATUSES,
  "Event delivery.status": DELIVERY_STATUSES,
  "Meta event.status": DELIVERY_STATUSES,
  "Subscription.retry_config.type": vocabulary.RETRY_STRATEGIES,
};

/** Objects whose fields the contract describes in prose or in a table of their own. */
const SHAPES: Record<string, Fields> = {
  "Endpoint.authentication": { type: "string", api_key: "object", basic_auth: "object", oauth2: "object" },
  "Source.custom_response": { body: "string", content_type: "string" },
  "Source.provider_config": { twitter: "object" },
  "Subscription.filter_config.filter": {
    ...{ body: "object", headers: "object", is_flattened: "boolean" },
    ...{ query: "object", path: "object" },
  },
  "Meta event.attempt": {
    ...{ request_http_header: "object", response_data: "string", response_http_header: "object" },
    ...{ response_status: "integer", error: "string" },
  },
};

/** An object has only the parts that its `type` names. */
const PARTIAL = new Set(["Endpoint.authentication", "Verifier", "PubSub", "Source.provider_config"]);

for (const kind of ["amqp", "cloudtopic", "logstream", "cloudqueue"]) {
  const parts = (RESOURCES.PubSub?.[kind] ?? "").replace(/\{[^}]*\}/g, "").split("; ");
  const toField = (part: string) => [part.split(/[ .]/)[0] ?? "", part.startsWith("auth") ? "object" : "present"];
  SHAPES[`PubSub.${kind}`] = Object.fromEntries(parts.map(toField));
  PARTIAL.add(`PubSub.${kind}`);
}
SHAPES.PubSub = {
  type: "string",
  workers: "integer",
  amqp: "object",
  cloudtopic: "object",
  logstream: "object",
  cloudqueue: "object",
};

/** What a company keeps of its own on a resource. */
const REFERENCES: Fields = { external_id: "string", metadata: "object" };

/** Additions by decisions.md and the product: the reasons of states, counts of deliveries, bounds of its own. */
const ADDED: Record<string, Fields> = {
  Endpoint: {
    status_reason: "string",
    url_variables: "object",
    signature_algorithm: "string",
    key_pairs: "array of object",
    tls: "object",
    tls_certificates: "array of object",
    headers: "object",
    content_type: "string",
    http_method: "string",
    max_in_flight: "integer",
    ordering_key: "string",
    ordering_policy: "string",
    ordering_skip_after: "integer",
    ...REFERENCES,
    tags: "array of string",
  },
  Source: { rest_api: "object", db_change_stream: "object", event_type_from: "object", ...REFERENCES },
  Subscription: { project_id: "string", ...REFERENCES },
  Event: {
    status_reason: "string",
    status_code: "string",
    deliveries: "object",
    deliver_at: "string",
    external_id: "string",
    tags: "array of string",
  },
  "Meta event": { description: "string" },
  Pagination: { searched_until: "string" },
};

/** Absent where there is nothing to tell. `data` and `raw`, which a summary omits, are complete here. */
const OPTIONAL = new Set([
  "Event.deliveries",
  "Event.deliver_at",
  "Event.external_id",
  "Event.tags",
  "Pagination.searched_until",
]);

const NESTED: Record<string, string> = {
  verifier: "Verifier",
  pub_sub: "PubSub",
  endpoint_metadata: "Endpoint",
  source_metadata: "Source",
  device_metadata: "Device",
  event_metadata: "Event",
};

const TIME = /_at$|^next_send_time$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Fields that are never null. */
const ALWAYS = /^(?:uid|project_id|name|status|created_at|updated_at|type|url|mask_id|event_type|metadata)$/;

/** A field of a resource: `key` is unique, `path` is its place in an answer. */
type Field = { key: string; name: string; type: string; path: string };

/** Checks answers against the contract and remembers which fields it has seen with a value. */
export class Contract {
  readonly seen = new Set<string>();
  readonly faults: string[] = [];

  /** Adds every difference between this value and the contract's resource to `faults`. */
  hold(resource: string, value: unknown, path = resource): void {
    const fields = fieldsOf(resource);
    if (!isObject(value)) return void this.faults.push(`${path} is no object`);
    for (const name of Object.keys(value)) {
      if (!(name in fields)) this.faults.push(`${path}.${name} is not of the contract`);
    }
    for (const [name, type] of Object.entries(fields)) {
      const field = { key: `${resource}.${name}`, name, type, path: `${path}.${name}` };
      if (name in value) this.#holdField(field, value[name]);
      else if (!PARTIAL.has(resource) && !OPTIONAL.has(field.key)) this.faults.push(`${field.path} is missing`);
    }
  }

  #holdField(field: Field, value: unknown) {
    const { key, name, type, path } = field;
    if (value === null) {
      if (!mayBeNull(field)) this.faults.push(`${path} is null`);
      return;
    }
    this.seen.add(key);
    const nested = nestedIn(field);
    if (nested && type.startsWith("array of"))
      return this.#each(value, path, (item, at) => this.hold(nested, item, at));
    if (nested) return this.hold(nested, value, path);
    if (type.startsWith("{")) return this.#holdInline(key, type, { path, value });
    const fault = findFault(type, value) ?? findWrongWord(key, name, value);
    if (fault) this.faults.push(`${path} ${fault}`);
  }

  #each(value: unknown, path: string, hold: (item: unknown, at: string) => void): void {
    if (!Array.isArray(value)) return void this.faults.push(`${path} is no list`);
    for (const [i, item] of value.entries()) hold(item, `${path}.${i}`);
  }

  /** `{count: integer, threshold: string}`, as the tables write small objects. */
  #holdInline(key: string, type: string, { path, value }: { path: string; value: unknown }): void {
    const inner = type.slice(1, -1).replace(/\{[^}]*\}/g, "object");
    const fields = Object.fromEntries(
      inner
        .split(/, (?=\w+:)/)
        .map((part) => [part.split(":")[0] ?? "", (part.split(": ")[1] ?? "").replace(/^enum.*/, "enum")]),
    );
    const given = Object.keys(value as object).toSorted();
    if (given.join() !== Object.keys(fields).toSorted().join()) this.faults.push(`${path} has the fields ${given}`);
    for (const [name, kind = ""] of Object.entries(fields)) {
      const part = (value as Record<string, unknown>)[name];
      this.#holdField({ key: `${key}.${name}`, name, type: kind, path: `${path}.${name}` }, part);
    }
  }
}

function fieldsOf(resource: string): Fields {
  const named = SHAPES[resource] ?? RESOURCES[resource];
  if (!named) throw new Error(`The contract has no ${resource}.`);
  return { ...named, ...ADDED[resource] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mayBeNull({ key, name }: Field): boolean {
  return key === "Event.metadata" || !ALWAYS.test(name);
}

/** The resource that a field holds, or a list of them. */
function nestedIn({ key, name, type }: Field): string | undefined {
  if (type === "array of Secret") return "Secret";
  if (type === "Delivery metadata") return type;
  return NESTED[name] ?? (SHAPES[key] && key);
}

function findFault(type: string, value: unknown): string | null {
  const [kind = ""] = type.split(/[;,: ]/);
  // A redacted credential is text, whatever its type was.
  if (type === "present") return null;
  const isRight =
    kind === "array"
      ? Array.isArray(value) && value.every((item) => !findFault(type.replace("array of ", ""), item))
      : kind === "integer"
        ? Number.isSafeInteger(value)
        : kind === "object"
          ? typeof value === "object" && !Array.isArray(value)
          : typeof value === (kind === "enum" ? "string" : kind);
  return isRight ? null : `is no ${type}: ${JSON.stringify(value)}`;
}

function findWrongWord(key: string, name: string, value: unknown): string | null {
  if (TIME.test(name) && !INSTANT.test(String(value))) return `is no RFC 3339 with milliseconds: ${value}`;
  const words = ENUMS[key];
  return words && !words.includes(String(value)) ? `is ${value}, none of ${words}` : null;
}
