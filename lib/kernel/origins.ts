const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** A host as requests write it: a name or an address, in IPv6 in brackets, perhaps the root's dot, and perhaps a port. */
const HOST = /^(\[[^\]]*\]|[^:]*?)\.?(?::(\d*))?$/;

export type Origins = { HOOKYARD_INGEST_URL?: string | undefined; HOOKYARD_URL?: string | undefined };

/**
 * Says whether a request to this host may have this path. With an ingest URL the host of that has `/ingest` and nothing
 * else, and every other host has all but that; without one every host has everything. A host is its name, in any case and
 * with or without the root's dot. Its port counts where the ingest URL names one, and where it alone tells the two URLs apart.
 */
export function createOriginRule(env: Origins): (host: string, isIngest: boolean) => boolean {
  if (env.HOOKYARD_INGEST_URL === undefined) return () => true;
  const ingest = new URL(env.HOOKYARD_INGEST_URL);
  const port = portOf(ingest);
  const name = nameOf(ingest.hostname);
  const dashboard = env.HOOKYARD_URL === undefined ? null : new URL(env.HOOKYARD_URL);
  const isPortTold = ingest.port !== "" || (dashboard !== null && nameOf(dashboard.hostname) === name);
  return (asked, isIngest) => {
    const [, askedName = asked, askedPort] = HOST.exec(asked) ?? [];
    const isPort = !isPortTold || (askedPort || (DEFAULT_PORTS[ingest.protocol] as string)) === port;
    return (isPort && nameOf(askedName) === name) === isIngest;
  };
}

function portOf({ port, protocol }: URL): string {
  return port || (DEFAULT_PORTS[protocol] ?? "");
}

/** One spelling of a host's name, whoever wrote it. */
function nameOf(name: string): string {
  if (name.startsWith("[")) return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
  return (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
}
