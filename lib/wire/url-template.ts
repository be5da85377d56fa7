import { parseUrl } from "@/lib/kernel/parse-url";
import { VARIABLE } from "./url-variables";

type Place = "host" | "path" | "query";

/** A piece of an address: a text as it is sent, or a variable. */
export type UrlPart = string | { readonly name: string; readonly place: Place };

/**
 * An address with variables. Its pieces are those of the address as the URL standard reads it, so that a value can never
 * come to stand elsewhere than here. `host` are the labels of the host name.
 */
export type UrlTemplate = { readonly parts: readonly UrlPart[]; readonly host: readonly (readonly UrlPart[])[] };

/** The letters, digits and hyphens of a host name between its dots (RFC 1123, 2.1), in lower case. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const MAX_URL_LENGTH = 2_048;
const MAX_VALUE_LENGTH = 500;

/** Why an address cannot be read as a template, or filled; `message` is a sentence. */
export class UrlTemplateError extends Error {}

/** Reads an address with variables. Throws UrlTemplateError if one stands where none may. */
export function parseUrlTemplate(text: string): UrlTemplate {
  const names: string[] = [];
  const mark = makeMark(text);
  const marked = text.replace(VARIABLE, (_braced, name: string) => `${mark}${names.push(name) - 1}e`);
  if (/[{}]/.test(marked)) throw new UrlTemplateError(STRAY_BRACE);
  const url = parseUrl(marked);
  if (url === null) throw new UrlTemplateError(MISPLACED);
  if (`${url.protocol}${url.username}${url.password}${url.hash}`.includes(mark)) throw new UrlTemplateError(MISPLACED);
  const split = (part: string, place: Place) => splitAt(part, { mark, names, place });
  const host = url.hostname.split(".").map((label) => split(label, "host"));
  host.forEach(checkLabel);
  const beforePath = url.port === "" ? "" : `:${url.port}`;
  const parts = [
    `${url.protocol}//`,
    ...split(url.hostname, "host"),
    beforePath,
    ...split(url.pathname, "path"),
    ...split(url.search, "query"),
  ];
  return { parts: parts.filter((part) => part !== ""), host };
}

const STRAY_BRACE =
  "A variable is written {name}: letters, digits and _, with a letter first. Set url_variables to null to send braces as they are.";
const MISPLACED =
  "A variable stands in the host name, the path or the query: not in the scheme, the port or elsewhere.";

/** Whether a variable is part of the host name. */
export function hasVariableHost({ host }: UrlTemplate): boolean {
  return host.some((label) => label.some(isVariable));
}

function isVariable(part: UrlPart): part is Exclude<UrlPart, string> {
  return typeof part !== "string";
}

/** A text of a host name's characters that the address does not have. */
function makeMark(text: string): string {
  const lower = text.toLowerCase();
  for (let at = 0; ; at++) if (!lower.includes(`v${at}v`)) return `v${at}v`;
}

type Splitting = { mark: string; names: readonly string[]; place: Place };

/** The odd pieces are what the pattern captured: places in the list of names. */
function splitAt(text: string, { mark, names, place }: Splitting): UrlPart[] {
  const pieces = text.split(new RegExp(`${mark}(\\d+)e`));
  return pieces
    .map((piece, at): UrlPart => (at % 2 === 0 ? piece : { name: names[Number(piece)] ?? "", place }))
    .filter((piece) => piece !== "");
}

/** What surrounds a variable in its label must leave room for a label. A name in other letters is written as a whole. */
function checkLabel(label: readonly UrlPart[]): void {
  if (!label.some(isVariable)) return;
  const sample = label.map((part) => (isVariable(part) ? "a" : part)).join("");
  if (LABEL.test(sample) && !sample.startsWith("xn--")) return;
  throw new UrlTemplateError("Beside a variable a host name has letters, digits and hyphens, up to the next dot.");
}

/** Looks up the text of a variable's value. Throws UrlTemplateError if there is none. */
export type ReadValue = (name: string) => string;

/**
 * Fills an address. A value in the host name must be a label of it, or fit into one; in the path and the query it is
 * percent-encoded. Throws UrlTemplateError if a value is missing or unfit.
 */
export function fillUrl({ parts, host }: UrlTemplate, read: ReadValue): string {
  const write = (part: UrlPart) => (isVariable(part) ? encode(part, read(part.name)) : part);
  const labels = host.map((label) => ({ label, text: label.map(write).join("") }));
  for (const { label, text } of labels) {
    const variable = label.find(isVariable);
    if (variable && !LABEL.test(text)) throw unfit(variable.name, UNFIT.host);
  }
  const url = parts.map(write).join("");
  checkWhole(url, labels.map(({ text }) => text).join("."));
  return url;
}

/** An address that is read otherwise than it was filled, by a value such as `..` or a broken xn-- label, is not sent. */
function checkWhole(text: string, hostname: string): void {
  if (text.length > MAX_URL_LENGTH) {
    throw new UrlTemplateError(`With its values the URL has more than ${MAX_URL_LENGTH} characters.`);
  }
  const url = parseUrl(text);
  if (url?.hostname !== hostname) throw new UrlTemplateError("With its values the URL has no valid host name.");
  if (url.href !== text) throw new UrlTemplateError("With its values the URL leads to another path: one is . or ..");
}

function encode({ name, place }: Exclude<UrlPart, string>, value: string): string {
  if (value.length > MAX_VALUE_LENGTH) throw unfit(name, `has more than ${MAX_VALUE_LENGTH} characters`);
  if (place === "host") {
    const label = value.toLowerCase();
    if (!/^[a-z0-9-]+$/.test(label)) throw unfit(name, UNFIT.host);
    return label;
  }
  if (/\p{Cs}/u.test(value)) throw unfit(name, UNFIT.path);
  // An apostrophe is encoded in a query, and so in both.
  return encodeURIComponent(value).replaceAll("'", "%27");
}

const UNFIT = {
  host: "cannot be part of a host name: letters, digits and hyphens, no dots, at most 63 characters",
  path: "cannot be part of a path",
};

function unfit(name: string, why: string): UrlTemplateError {
  return new UrlTemplateError(`The URL has {${name}}, and its value ${why}.`);
}
