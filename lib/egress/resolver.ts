import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";

/** Resolves a host name to all its addresses, in the order to try them. Rejects with the system's error (`ENOTFOUND`, …). */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

type Entry = { expiresAt: number; addresses: Promise<LookupAddress[]> };

type ResolverOptions = { ttlMs?: number; errorTtlMs?: number; maxHosts?: number; nowMs?: () => number };

/** The system's resolver, so that /etc/hosts and container names work as everywhere else on the machine. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Caches answers for a short while and lets concurrent lookups of a name share one: the system's resolver works on
 * Node's four pool threads, which a burst of connections would otherwise occupy. Failures are cached for a shorter
 * time.
 */
export function cacheResolve(resolve: Resolve, options: ResolverOptions = {}): Resolve {
  const { ttlMs = 10_000, errorTtlMs = 1_000, maxHosts = 1_000, nowMs = Date.now } = options;
  const entries = new Map<string, Entry>();

  function store(hostname: string): Promise<LookupAddress[]> {
    const entry: Entry = { expiresAt: Number.POSITIVE_INFINITY, addresses: resolve(hostname) };
    entry.addresses.then(
      () => {
        entry.expiresAt = nowMs() + ttlMs;
      },
      () => {
        entry.expiresAt = nowMs() + errorTtlMs;
      },
    );
    entries.delete(hostname);
    entries.set(hostname, entry);
    if (entries.size > maxHosts) dropOldest();
    return entry.addresses;
  }

  function dropOldest(): void {
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }

  return (hostname) => {
    const entry = entries.get(hostname);
    return entry && entry.expiresAt > nowMs() ? entry.addresses : store(hostname);
  };
}
