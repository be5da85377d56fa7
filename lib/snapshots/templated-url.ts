import type { UrlVariables } from "@/lib/nouns/endpoints/url-variable-schemas";
import { parsePayload } from "@/lib/wire/parse-payload";
import { fillUrl, parseUrlTemplate, type UrlTemplate, UrlTemplateError } from "@/lib/wire/url-template";
import { defaultPlaceOf } from "@/lib/wire/url-variables";
import { toText, valueAt } from "@/lib/wire/value-at";

/** What the values are read from: a delivery as it is sent. */
type Sent = { payload: Buffer; headers: Readonly<Record<string, string>> };

/** The address of an endpoint that has variables. Parsed on first use. */
export class TemplatedUrl {
  #template: UrlTemplate | null = null;

  constructor(
    private readonly url: string,
    /** Where the values are, by the names of the variables. */
    private readonly places: NonNullable<UrlVariables>,
  ) {}

  /** The address of one delivery. Throws UrlTemplateError if a value is missing or unfit. */
  fill(sent: Sent): string {
    this.#template ??= parseUrlTemplate(this.url);
    return fillUrl(this.#template, (name) => {
      const place = Object.hasOwn(this.places, name) ? (this.places[name] ?? "") : defaultPlaceOf(name);
      const text = readPlace(place, sent);
      if (text === null || text === "") throw new UrlTemplateError(tellMissing(name, place));
      return text;
    });
  }
}

const HEADER = "header.";
const BODY = "body.";

function readPlace(place: string, { payload, headers }: Sent): string | null {
  if (place.startsWith(HEADER)) {
    const name = place.slice(HEADER.length).toLowerCase();
    return Object.hasOwn(headers, name) ? (headers[name] ?? null) : null;
  }
  return toText(valueAt(place.slice(BODY.length), parsePayload(payload, headers["content-type"])));
}

function tellMissing(name: string, place: string): string {
  const what = place.startsWith(HEADER)
    ? `the event has no header ${place.slice(HEADER.length)}`
    : `the payload has no text or number at ${place.slice(BODY.length)}`;
  return `The URL has {${name}}, and ${what}.`;
}
