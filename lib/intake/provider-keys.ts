import { type KeyObject, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { fetchAccountKey } from "@/lib/intake/account-keys";
import type { Fetched, ProviderHosts } from "@/lib/intake/provider-hosts";
import { Recent } from "@/lib/intake/recent";
import { HookyardError } from "@/lib/kernel/errors";
import { type AccountKey, type NeededKey, placeOfKey } from "@/lib/providers/verification/needed-key";
import { type PublishedKeys, pickKey, readPublishedKeys } from "@/lib/providers/verification/published-key";
import { type Refused, refused } from "@/lib/providers/verification/verdict";

const MAX_FILES = 500;
const CERTIFICATE_MS = 24 * 60 * 60 * 1_000;
const KEY_SET_MS = 60 * 60 * 1_000;
/** A key that is not in a set may have been added to it: so long after a set was fetched, it is fetched again for one. */
const RENEW_AFTER_MS = 60_000;
const REMEMBER_REFUSAL_MS = 60_000;
const REMEMBER_FAILURE_MS = 10_000;
const RETRY_AFTER_SECONDS = 15;

type File = { keys: PublishedKeys; fetchedAt: number };

/**
 * The keys that providers publish, kept for a while. However many requests need a key that is not there, it is fetched
 * once; what was not to be had is not asked for again at once.
 */
export class ProviderKeys {
  readonly hosts: ProviderHosts;
  readonly #nowMs: () => number;
  readonly #files: Recent<File>;
  readonly #failures: Recent<Refused>;
  readonly #underway = new Map<string, Promise<PublishedKeys | Refused>>();
  readonly #rootPems: readonly string[];
  #roots: readonly X509Certificate[] | null = null;

  /** `roots` are the certificates of authorities, in PEM; by default those that Node.js trusts. */
  constructor(hosts: ProviderHosts, { roots = rootCertificates, nowMs = Date.now }: ProviderKeysOptions = {}) {
    this.hosts = hosts;
    this.#rootPems = roots;
    this.#nowMs = nowMs;
    this.#files = new Recent(MAX_FILES, nowMs);
    this.#failures = new Recent(MAX_FILES, nowMs);
  }

  /**
   * The key that a request to a source needs. Throws `unauthorized` if there is none that holds, and `unavailable` if it
   * cannot be fetched now, so that the sender sends again.
   */
  async get(needed: NeededKey, sourceId: string): Promise<KeyObject> {
    const place = placeOfKey(needed);
    const file = this.#files.get(place);
    const known = file && pickKey(file.keys, needed, this.#nowMs());
    if (known && !this.#mayBeNew(known, file)) return getKey(known);
    const failure = this.#failures.get(place);
    if (failure) throw toError(failure);
    const keys = await this.#fetchOnce(needed, place, sourceId);
    return getKey("code" in keys ? keys : pickKey(keys, needed, this.#nowMs()));
  }

  #mayBeNew(known: KeyObject | Refused, { fetchedAt }: File): boolean {
    return "code" in known && known.code === "key_unknown" && this.#nowMs() - fetchedAt >= RENEW_AFTER_MS;
  }

  #fetchOnce(needed: NeededKey, place: string, sourceId: string): Promise<PublishedKeys | Refused> {
    const underway = this.#underway.get(place);
    if (underway) return underway;
    const fetching = this.#fetch(needed, place, sourceId).finally(() => this.#underway.delete(place));
    this.#underway.set(place, fetching);
    return fetching;
  }

  async #fetch(needed: NeededKey, place: string, sourceId: string): Promise<PublishedKeys | Refused> {
    const fetched = await this.#fetchText(needed, sourceId);
    const now = this.#nowMs();
    const keys = "code" in fetched ? fetched : readPublishedKeys(needed, fetched.text, () => this.#readRoots(), now);
    if ("code" in keys) this.#failures.set(place, keys, isOfSender(keys) ? REMEMBER_REFUSAL_MS : REMEMBER_FAILURE_MS);
    else this.#files.set(place, { keys, fetchedAt: now }, needed.form === "certificate" ? CERTIFICATE_MS : KEY_SET_MS);
    return keys;
  }

  async #fetchText(needed: NeededKey, sourceId: string): Promise<{ text: string } | Refused> {
    if (needed.form === "account") return fetchAccountKey(this.hosts, needed, sourceId);
    const fetched = await this.hosts.fetch(needed.url, sourceId);
    return fetched.text === null ? toRefusal(needed, fetched) : fetched;
  }

  #readRoots(): readonly X509Certificate[] {
    this.#roots ??= this.#rootPems.map((pem) => new X509Certificate(pem));
    return this.#roots;
  }
}

type ProviderKeysOptions = { roots?: readonly string[]; nowMs?: () => number };

/** Where a request names a certificate that is not there, it is at fault; a set of keys is always there. */
function toRefusal(
  { url, form }: Exclude<NeededKey, AccountKey>,
  { status, why }: Extract<Fetched, { text: null }>,
): Refused {
  const { host } = new URL(url);
  if (form === "certificate" && (status === 404 || status === 410)) {
    return refused("key_unknown", `${host} has no certificate at the URL that the request names.`);
  }
  return refused(
    "key_unreachable",
    `The provider's key cannot be fetched from ${host} now (${why}). Send it again later.`,
  );
}

function getKey(found: KeyObject | Refused): KeyObject {
  if ("code" in found) throw toError(found);
  return found;
}

/** Whether it is the request that is wrong: it is no better when it is sent again. */
function isOfSender({ code }: Refused): boolean {
  return code !== "key_unreachable" && code !== "key_denied";
}

function toError(refusal: Refused): HookyardError {
  const { code: reason, message } = refusal;
  if (isOfSender(refusal)) return new HookyardError("unauthorized", message, { reason });
  return new HookyardError("unavailable", message, { reason, retryAfter: RETRY_AFTER_SECONDS });
}
