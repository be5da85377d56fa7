const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

/**
 * Says whether a request to this host may have this path. With an `ingestUrl` the host of that has `/ingest` and nothing
 * else, and every other host has all but that; without one every host has everything.
 */
export function createOriginRule(ingestUrl: string | undefined): (host: string, isIngest: boolean) => boolean {
  if (ingestUrl === undefined) return () => true;
  const { host, hostname, port, protocol } = new URL(ingestUrl);
  const names = new Set([host, port === "" ? `${hostname}:${DEFAULT_PORTS[protocol]}` : host]);
  return (asked, isIngest) => names.has(asked) === isIngest;
}
