import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { Place, SignatureScheme } from "./scheme";
import type { ReceivedRequest } from "./verification/received";

/** A way to change a request that was accepted, and the code that tells so; null where the proof does not cover it. */
export type Mutation = { name: string; request: ReceivedRequest; code: RefusalCode | readonly RefusalCode[] | null };

export function mutateTime(
  { timestamp, signed }: Pick<SignatureScheme, "timestamp" | "signed">,
  request: ReceivedRequest,
): Mutation[] {
  if (!timestamp || timestamp.at.in === "body") return [];
  const { at } = timestamp;
  const value = readAt(at, request);
  const changed = value.replace(/(\d)(\D*)$/, (_, last: string, rest: string) => `${(Number(last) + 1) % 10}${rest}`);
  const code = signed.includes("{timestamp}") ? "signature_mismatch" : null;
  return [
    { name: "one digit of the timestamp", request: replaceAt(at, request, changed), code },
    { name: "no timestamp", request: replaceAt(at, request, null), code: "timestamp_missing" },
    { name: "a timestamp that is none", request: replaceAt(at, request, "soon"), code: "timestamp_malformed" },
  ];
}

export function repeated(place: Place, request: ReceivedRequest): Mutation[] {
  if (place.in !== "header") return [];
  const name = place.name.toLowerCase();
  const value = readAt(place, request);
  return [
    {
      name: "the header twice",
      request: { ...request, headers: { ...request.headers, [name]: [value, value] } },
      code: "header_malformed",
    },
  ];
}

/** Changes one letter or digit for another one of its kind. */
export function flip(text: string, at: number): string {
  const was = text.charAt(at);
  const now = was === "a" ? "b" : was === "1" ? "2" : /\d/.test(was) ? "1" : "a";
  return text.slice(0, at) + now + text.slice(at + 1);
}

/** The text of a place, read without the code under test. */
export function readAt(place: Place, { headers, query, rawBody }: ReceivedRequest): string {
  switch (place.in) {
    case "header":
      return String(headers[place.name.toLowerCase()]);
    case "query":
      return new URLSearchParams(query).get(place.name) ?? "";
    case "pair":
      return readPair(place, String(headers[place.header.toLowerCase()]));
    case "body":
      return readField(place.path, { headers, rawBody });
    case "first_item":
      return String(headers[place.header.toLowerCase()]).split(",")[0] ?? "";
    case "field_name":
      throw new Error("No proof is a field's name.");
  }
}

function readField(path: string, { headers, rawBody }: Pick<ReceivedRequest, "headers" | "rawBody">): string {
  if (isForm(headers)) return new URLSearchParams(rawBody.toString()).get(path) ?? "";
  const names = firstOf(path).split(".");
  const whole: unknown = JSON.parse(rawBody.toString());
  return String(names.reduce((at, name) => (at as Record<string, unknown>)[name], whole));
}

/** The request with another text in a place; null takes the text away. */
export function replaceAt(place: Place, request: ReceivedRequest, text: string | null): ReceivedRequest {
  switch (place.in) {
    case "header":
      return { ...request, headers: { ...request.headers, [place.name.toLowerCase()]: text ?? undefined } };
    case "query":
      return { ...request, query: replaceInPairs(place.name, request.query, text) };
    case "pair": {
      const name = place.header.toLowerCase();
      const pairs = String(request.headers[name]).split(place.separator);
      const changed = pairs.flatMap((one) => {
        if (!one.trim().startsWith(`${place.name}=`)) return [one];
        return text === null ? [] : [`${place.name}=${text}`];
      });
      return { ...request, headers: { ...request.headers, [name]: changed.join(place.separator) } };
    }
    case "body":
      return isForm(request.headers)
        ? { ...request, rawBody: Buffer.from(replaceInPairs(place.path, request.rawBody.toString(), text)) }
        : replaceInBody(firstOf(place.path).split("."), request, text);
    case "first_item": {
      const name = place.header.toLowerCase();
      const [, ...rest] = String(request.headers[name]).split(",");
      return { ...request, headers: { ...request.headers, [name]: [text ?? "", ...rest].join(",") } };
    }
    case "field_name":
      throw new Error("No proof is a field's name.");
  }
}

function readPair({ separator, name }: Extract<Place, { in: "pair" }>, header: string): string {
  const parts = header.split(separator).map((one) => one.trim());
  return parts.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

function replaceInPairs(name: string, pairs: string, text: string | null): string {
  const changed = new URLSearchParams(pairs);
  if (text === null) changed.delete(name);
  else changed.set(name, text);
  return changed.toString();
}

export function isForm(headers: ReceivedRequest["headers"]): boolean {
  return String(headers["content-type"]).includes("urlencoded");
}

/** The path of the first of the elements that `*` stands for: a sample has one. */
function firstOf(path: string): string {
  return path.replaceAll("*", "0");
}

function replaceInBody(path: readonly string[], request: ReceivedRequest, text: string | null): ReceivedRequest {
  const whole: unknown = JSON.parse(request.rawBody.toString());
  const parent = path.slice(0, -1).reduce((at, name) => (at as Record<string, unknown>)[name], whole);
  (parent as Record<string, unknown>)[path.at(-1) ?? ""] = text ?? undefined;
  return { ...request, rawBody: Buffer.from(JSON.stringify(whole)) };
}
