import { createMark, markNumbers } from "@/lib/wire/json-numbers";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** Whether a body of this type is a form without files. */
export function isUrlencoded(contentType: string | undefined): boolean {
  return contentType !== undefined && URLENCODED.test(contentType);
}

const URLENCODED = /^\s*application\/x-www-form-urlencoded\b/i;

/** Why a payload cannot be sent as a form; `message` is a sentence. */
export class NoFormError extends Error {}

const MAX_DEPTH = 64;
/** A short payload may become several times as long, since a nested name is written with each of its values. */
const SPARE_CHARACTERS = 65_536;
const MAX_GROWTH = 4;

/**
 * Writes a JSON object as application/x-www-form-urlencoded (WHATWG URL, 5.2). A member is a field; one of an object
 * inside is `name[member]`, an item of a list `name[0]`, to any depth up to 64. A text is its value, a number its
 * digits as they are written, `true` and `false` are these words, `null` is an empty value; an empty object or list has
 * no field. Of a repeated name the last counts, and names that are whole numbers come first. Throws NoFormError where
 * two payloads would be the same form or none could be read: for what is no JSON object, for a name that is empty or
 * has a bracket, for broken characters, and for a form of more than 4 times the payload's length and 64 KiB. Browser-safe.
 */
export function toFormBody(json: string): string {
  const mark = createMark();
  const value = parse(markNumbersOf(json, mark));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new NoFormError("A form is made of a JSON object, and the payload is none.");
  }
  const writer = new FormWriter(mark, json.length * MAX_GROWTH + SPARE_CHARACTERS);
  for (const [name, part] of Object.entries(value)) writer.write(toName(name), part, 1);
  return writer.text();
}

/** JSON.parse refuses what is no JSON, with or without marks. */
function markNumbersOf(json: string, mark: string): string {
  parse(json);
  return markNumbers(json, mark, () => true) ?? json;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new NoFormError("A form is made of a JSON object, and the payload is no JSON.");
    throw error;
  }
}

class FormWriter {
  readonly #fields: string[] = [];
  #length = 0;

  constructor(
    private readonly mark: string,
    private readonly mostCharacters: number,
  ) {}

  /** `name` is encoded already. */
  write(name: string, value: unknown, depth: number): void {
    if (depth > MAX_DEPTH) throw new NoFormError(`A form has names of at most ${MAX_DEPTH} levels.`);
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) this.write(`${name}%5B${at}%5D`, item, depth + 1);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) this.write(`${name}%5B${toName(key)}%5D`, part, depth + 1);
    } else {
      this.#add(`${name}=${this.#toValue(value)}`);
    }
  }

  text(): string {
    return this.#fields.join("&");
  }

  #toValue(value: unknown): string {
    if (value === null) return "";
    if (typeof value !== "string") return String(value);
    return encode(value.startsWith(this.mark) ? value.slice(this.mark.length) : value);
  }

  #add(field: string): void {
    this.#length += field.length + 1;
    if (this.#length > this.mostCharacters) {
      throw new NoFormError("The form would be more than four times as long as the payload.");
    }
    this.#fields.push(field);
  }
}

function toName(name: string): string {
  if (name === "") throw new NoFormError("A form's fields have names, and the payload has an empty one.");
  if (/[[\]]/.test(name))
    throw new NoFormError(`Brackets are for levels in a form, and the payload has the name ${name.slice(0, 100)}.`);
  return encode(name);
}

function encode(text: string): string {
  if (/\p{Cs}/u.test(text)) throw new NoFormError("A form cannot hold half a surrogate pair, and the payload has one.");
  return encodeURIComponent(text).replace(/[!'()~]|%20/g, (found) => ESCAPED[found] ?? found);
}

/** Where the form's encoding differs from that of an address. */
const ESCAPED: Readonly<Record<string, string>> = {
  "!": "%21",
  "'": "%27",
  "(": "%28",
  ")": "%29",
  "~": "%7E",
  "%20": "+",
};
