import { crc32 } from "node:zlib";
import { body, header, type Place, type SignatureScheme } from "@/lib/providers/scheme";
import type { Received } from "./received";
import { type Refused, refuseAbsent } from "./verdict";

/** What is signed of one request, in pieces; the body is its own bytes. */
export type Pieces = readonly (string | Buffer)[];
type Piece = string | Buffer | Refused;
type Part = (received: Received, secret: string) => Piece;

/** Makes what is signed from a request. The same template serves every request of a source. */
export type Template = (received: Received, secret: string) => { pieces: Pieces } | Refused;

type Templated = Pick<SignatureScheme, "signed" | "timestamp" | "id">;

const PLACEHOLDER = /\{([^{}]*)\}/;

/** Throws if the template has a placeholder that there is not, or one without its place in the scheme. */
export function compileTemplate(scheme: Templated): Template {
  // The odd parts are what the pattern captured: the names of placeholders.
  const parts = scheme.signed.split(PLACEHOLDER).map((text, at) => (at % 2 === 0 ? () => text : toPart(text, scheme)));
  return (received, secret) => {
    const pieces: (string | Buffer)[] = [];
    for (const part of parts) {
      const piece = part(received, secret);
      if (typeof piece === "string" || Buffer.isBuffer(piece)) pieces.push(piece);
      else return piece;
    }
    return { pieces };
  };
}

function toPart(name: string, { timestamp, id }: Templated): Part {
  if (name === "timestamp" && timestamp) return read("The timestamp", timestamp.at);
  if (name === "id" && id) return read("The id", id);
  if (name.startsWith("header:")) return read("What is signed", header(name.slice("header:".length)));
  if (name.startsWith("field:")) return readField(name.slice("field:".length));
  if (name.startsWith("line:")) return readLine(name.slice("line:".length));
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (!part) throw new Error(`A template cannot have {${name}} here.`);
  return part;
}

const PARTS: Record<string, Part> = {
  body: ({ request }) => request.rawBody,
  method: ({ request }) => request.method,
  url: ({ request }) => request.url,
  form: (received) => received.sortedForm,
  secret: (_received, secret) => secret,
  crc32: ({ request }) => String(crc32(request.rawBody)),
};

function readLine(path: string): Part {
  const field = readField(path);
  return (received, secret) => {
    const text = field(received, secret);
    return typeof text === "string" && text !== "" ? `${path}\n${text}\n` : text;
  };
}

function readField(path: string): Part {
  return (received) => {
    const found = received.findField(path);
    if (found.text !== null) return found.text;
    return found.because === "missing" ? "" : refuseAbsent("What is signed", body(path), found);
  };
}

function read(what: string, place: Place): Part {
  return (received) => {
    const found = received.find(place);
    return found.text ?? refuseAbsent(what, place, found);
  };
}
