import { ownField } from "@/lib/filter/own-field";
import type { PairSeparator, Place } from "@/lib/providers/scheme";
import { ExactNumber } from "@/lib/wire/exact-json";
import { isForm, parsePairs, parsePayload } from "@/lib/wire/parse-payload";

/** A request as it came: header names in lower case, the body's bytes untouched. */
export type ReceivedRequest = {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Without `?`. */
  query: string;
  /** The address as its sender knows it, with the query. */
  url: string;
  rawBody: Buffer;
};

/** The text of a place, or why there is none. */
export type Found = { text: string } | { text: null; because: "missing" | "repeated" | "too_long" };

/** A header, or a field that proves something, has no reason to be longer. */
const MAX_TEXT = 8_192;
const MAX_PAIRS = 32;

const MISSING: Found = { text: null, because: "missing" };

/** Reads texts of a request; body and query are parsed when the first text of theirs is asked for. */
export class Received {
  #query: Readonly<Record<string, string | string[]>> | null = null;
  #body: { value: unknown } | null = null;
  #split: { header: string; separator: PairSeparator; pairs: readonly string[] | null } | null = null;

  constructor(readonly request: ReceivedRequest) {}

  find(place: Place): Found {
    switch (place.in) {
      case "header":
        return limited(findSole(this.request.headers[place.name.toLowerCase()]));
      case "query":
        return limited(findSole(this.#readQuery()[place.name]));
      case "pair":
        return this.#findPair(place);
      case "first_item":
        return toFound(this.read({ in: "header", name: place.header })?.split(",", 1)[0]?.trim());
      case "body":
        return limited(this.findField(place.path));
      case "field_name":
        return limited(toFound(findName(this.#readBody(), place.matching)));
    }
  }

  /** A text of the body, which may have any length. */
  findField(path: string): Found {
    return findAt(this.#readBody(), path.split("."));
  }

  /** The text of a place; null if there is none that could be meant. */
  read(place: Place): string | null {
    return this.find(place).text;
  }

  /** The values of the pairs of a name in a header, in their order; null if the header is not there to read. */
  readPairs(header: string, { separator, name }: { separator: PairSeparator; name: string }): string[] | null {
    const pairs = this.#splitHeader(header, separator);
    if (pairs === null) return null;
    const start = `${name}=`;
    return pairs.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
  }

  /** A form's fields in the order of their names, each followed by its value; "" for any other body. */
  get sortedForm(): string {
    const { rawBody, headers } = this.request;
    if (!isForm(soleHeader(headers, "content-type") ?? undefined)) return "";
    const fields = parsePairs(rawBody.toString("utf8"));
    const values = (name: string) => [...new Set([fields[name] ?? ""].flat())].toSorted();
    return Object.keys(fields)
      .toSorted()
      .map((name) =>
        values(name)
          .map((value) => name + value)
          .join(""),
      )
      .join("");
  }

  get isForm(): boolean {
    return isForm(soleHeader(this.request.headers, "content-type") ?? undefined);
  }

  #findPair({ header, separator, name }: Extract<Place, { in: "pair" }>): Found {
    const pairs = this.readPairs(header, { separator, name });
    return pairs === null ? this.find({ in: "header", name: header }) : findSole([...new Set(pairs)]);
  }

  /**
   * Signature and timestamp stand in one header: it is taken apart once. Blanks separate too: while a secret is rotated,
   * some send one set of pairs for each secret (https://docs.withpersona.com/webhooks-best-practices).
   */
  #splitHeader(header: string, separator: PairSeparator): readonly string[] | null {
    const known = this.#split;
    if (known?.header === header && known.separator === separator) return known.pairs;
    const { text } = this.find({ in: "header", name: header });
    const pairs = text === null ? null : text.replaceAll(" ", separator).split(separator, MAX_PAIRS);
    this.#split = { header, separator, pairs };
    return pairs;
  }

  #readQuery(): Readonly<Record<string, string | string[]>> {
    this.#query ??= parsePairs(this.request.query);
    return this.#query;
  }

  #readBody(): unknown {
    const contentType = this.request.headers["content-type"];
    this.#body ??= {
      value: parsePayload(this.request.rawBody, typeof contentType === "string" ? contentType : undefined),
    };
    return this.#body.value;
  }
}

/**
 * The one value of a header, trimmed; null if it is absent, empty or repeated, since no one could say which value
 * counts.
 */
export function soleHeader(headers: ReceivedRequest["headers"], name: string): string | null {
  return findSole(headers[name.toLowerCase()]).text;
}

function findSole(value: string | readonly string[] | undefined): Found {
  if (typeof value === "string") return toFound(value.trim());
  if (value === undefined || value.length === 0) return MISSING;
  return value.length > 1 ? { text: null, because: "repeated" } : toFound(value[0]?.trim());
}

/** `*` is each element of a list: whoever takes one text for all of them must not be told that of the first alone. */
function findAt(value: unknown, path: readonly string[]): Found {
  const each = path.indexOf("*");
  if (each === -1) return toFound(path.reduce(ownField, value));
  const list = path.slice(0, each).reduce(ownField, value);
  if (!Array.isArray(list)) return MISSING;
  const rest = path.slice(each + 1);
  const [only = null, ...others] = new Set(list.map((one: unknown) => toFound(rest.reduce(ownField, one)).text));
  if (others.length > 0) return { text: null, because: "repeated" };
  return only === null ? MISSING : { text: only };
}

function toFound(value: unknown): Found {
  if (value instanceof ExactNumber) return { text: value.canonical };
  if (typeof value === "number") return { text: String(value) };
  return typeof value === "string" && value !== "" ? { text: value } : MISSING;
}

function limited(found: Found): Found {
  return found.text !== null && found.text.length > MAX_TEXT ? { text: null, because: "too_long" } : found;
}

function findName(value: unknown, matching: string): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const pattern = new RegExp(matching);
  return Object.keys(value).find((name) => pattern.test(name));
}
