import type { OutgoingRequest, Sender } from "@/lib/egress/send";
import { HookyardError } from "@/lib/kernel/errors";

/** What a provider's host answered; null with a word about why, and what it said, if it has not, or not with 200. */
export type Fetched = { text: string } | { text: null; status: number | null; why: string; body: string };

const TIMEOUT_MS = 5_000;
const PER_SOURCE = 10;
const WINDOW_MS = 60_000;

/**
 * Fetches from providers' own hosts, whose URLs the caller has checked. A source may cause ten fetches a minute, so that
 * nobody who knows its address can have Hookyard fetch without end. Redirects are not followed.
 */
export class ProviderHosts {
  readonly #sender: Pick<Sender, "send">;
  readonly #nowMs: () => number;
  #windowEndsAt = 0;
  readonly #counts = new Map<string, number>();

  constructor(sender: Pick<Sender, "send">, nowMs: () => number = Date.now) {
    this.#sender = sender;
    this.#nowMs = nowMs;
  }

  /** Fetches by GET, or posts JSON. Throws `unavailable` if the source has caused too many fetches. */
  async fetch(url: string, sourceId: string, posted?: object): Promise<Fetched> {
    if (!this.#mayFetch(sourceId)) {
      const message = `Requests to this source named more than ${PER_SOURCE} URLs in a minute; no more are fetched until it is over.`;
      throw new HookyardError("unavailable", message, { reason: "key_unreachable", retryAfter: WINDOW_MS / 1_000 });
    }
    const { status, body, bodyTruncated, error } = await this.#sender.send(toRequest(url, posted));
    const text = body.toString("utf8");
    if (error) return { text: null, status, why: error.code, body: "" };
    if (bodyTruncated) return { text: null, status, why: "the answer is too large", body: "" };
    return status === 200 ? { text } : { text: null, status, why: `answered ${status}`, body: text };
  }

  #mayFetch(sourceId: string): boolean {
    const now = this.#nowMs();
    if (now >= this.#windowEndsAt) {
      this.#counts.clear();
      this.#windowEndsAt = now + WINDOW_MS;
    }
    const count = this.#counts.get(sourceId) ?? 0;
    if (count >= PER_SOURCE) return false;
    this.#counts.set(sourceId, count + 1);
    return true;
  }
}

function toRequest(url: string, posted: object | undefined): OutgoingRequest {
  if (!posted) return { method: "GET", url, headers: { accept: "*/*" }, body: null, timeoutMs: TIMEOUT_MS };
  const headers = { accept: "application/json", "content-type": "application/json" };
  return { method: "POST", url, headers, body: Buffer.from(JSON.stringify(posted)), timeoutMs: TIMEOUT_MS };
}
