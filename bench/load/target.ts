import { createHmac } from "node:crypto";
import { createPayload, writeNumber } from "@/bench/payload";

/** Where the load goes, and how many numbered events each request carries: one, or a batch in a JSON envelope. */
export type Target = {
  url: string;
  /** Paths as long as the address's own, which requests take by the numbers of their events, in turns. */
  paths?: readonly string[];
  /** The addresses of the copies that connections go to in turns, instead of the address's own. */
  copies?: readonly string[];
  headers?: Record<string, string>;
  batch?: Batch;
  /** Each request is signed with it as Stripe signs. */
  stripeSecret?: string;
};

const DIGEST_LENGTH = 64;
const METHOD = "POST ";

/** `before` and `after` surround each event's payload. */
export type Batch = { count: number; before: string; after: string };

/** A request whose payloads carry events' numbers; built once per connection and reused. */
export class NumberedRequest {
  readonly bytes: Buffer;
  readonly count: number;
  readonly #payloadsAt: number[] = [];
  readonly #signature: Signature | null;
  readonly #paths: readonly string[];
  #number = 0;

  constructor({ url, paths = [], headers = {}, batch, stripeSecret }: Target) {
    const { host, pathname, search } = new URL(url);
    this.#paths = checkPaths(paths, `${pathname}${search}`);
    const payload = createPayload();
    const pieces: Buffer[] = batch ? piecesOf(batch, payload) : [payload];
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const all: Record<string, string | number> = {
      Host: host,
      "Content-Type": "application/json",
      "Content-Length": length,
      ...headers,
    };
    const timestamp = String(Math.floor(Date.now() / 1_000));
    if (stripeSecret !== undefined) all["Stripe-Signature"] = `t=${timestamp},v1=${"0".repeat(DIGEST_LENGTH)}`;
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(`${METHOD}${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
    this.bytes = Buffer.concat([head, ...pieces]);
    this.count = batch?.count ?? 1;
    this.#signature =
      stripeSecret === undefined
        ? null
        : { secret: stripeSecret, timestamp, at: head.indexOf(",v1=") + ",v1=".length, bodyAt: head.length };
    let at = head.length;
    for (const piece of pieces) {
      if (piece === payload) this.#payloadsAt.push(at);
      at += piece.length;
    }
  }

  /** The number of its first event; the others follow. */
  get number(): number {
    return this.#number;
  }

  set number(value: number) {
    this.#number = value;
    const path = this.#paths[value % this.#paths.length];
    if (path !== undefined) this.bytes.write(path, METHOD.length, "latin1");
    this.#payloadsAt.forEach((at, place) => void writeNumber(this.bytes, at, value + place));
    if (this.#signature) writeSignature(this.bytes, this.#signature);
  }
}

/** What signs a request, and where the digest in hex and the body are in its bytes. */
type Signature = { secret: string; timestamp: string; at: number; bodyAt: number };

function writeSignature(bytes: Buffer, { secret, timestamp, at, bodyAt }: Signature): void {
  const hmac = createHmac("sha256", secret).update(`${timestamp}.`).update(bytes.subarray(bodyAt));
  bytes.write(hmac.digest("hex"), at, "latin1");
}

/** They are written over one another. */
function checkPaths(paths: readonly string[], own: string): readonly string[] {
  const other = paths.find(({ length }) => length !== own.length);
  if (other !== undefined) throw new Error(`The path ${other} is not as long as ${own}.`);
  return paths;
}

function piecesOf({ count, before, after }: Batch, payload: Buffer): Buffer[] {
  const between = Buffer.from(`${after},${before}`);
  const inner = Array.from({ length: count }, (_, place) => (place === 0 ? [payload] : [between, payload]));
  return [Buffer.from(`{"events":[${before}`), ...inner.flat(), Buffer.from(`${after}]}`)];
}
