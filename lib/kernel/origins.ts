import { parseUrl } from "@/lib/kernel/parse-url";

const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

/** A host as requests write it: a name or an address, IPv6 in brackets, with an optional root dot and port. */
const HOST = /^(\[[^\]]*\]|[^:]*?)\.?(?::(\d*))?$/;

export type Origins = { HOOKYARD_INGEST_URL?: string | undefined; HOOKYARD_URL?: string | undefined };

/**
 * Creates the check whether a request to a host may have a path. With an ingest URL its host has `/ingest`, `/receive`
 * and nothing else, and every other host has everything except that; without one every host has everything. A host is its name, in
 * any case and with or without the root's dot. Its port counts if the ingest URL names one, and if only the port
 * distinguishes the two URLs.
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

/** The canonical spelling of a host's name. */
function nameOf(name: string): string {
  if (name.startsWith("[")) return parseUrl(`http://${name}`)?.hostname ?? name;
  return (name.endsWith(".") ? name.slice(0, -1) : name).toLowerCase();
}
