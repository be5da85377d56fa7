import type { OwnDoor } from "./own-door";

/** Where this copy answers a receiver: its own door, asked by the name that the address has. */
export type OwnTarget = { origin: string; host: string; path: string };

/**
 * The receivers of this installation, as deliveries reach them: through this copy's own front door, wherever that is, and
 * so past the address guard. `find` returns null for everything else at the same place: another path, a query, another
 * spelling of the host.
 */
export type OwnReceivers = { find(url: string): OwnTarget | null };

/** The path before a receiver's token. */
export const RECEIVER_PATH = "/receive/";

const TOKEN = /^[A-Za-z0-9_-]{32}$/;

/** Whether a text has the form of a receiver's token. */
export function isReceiverToken(text: string): boolean {
  return TOKEN.test(text);
}

/** `baseUrl` is the address before the path of every receiver, without a trailing slash. */
export function createOwnReceivers(baseUrl: string, { hostname, port }: OwnDoor): OwnReceivers {
  const prefix = `${baseUrl}${RECEIVER_PATH}`;
  const { host } = new URL(baseUrl);
  const origin = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  return {
    find(url) {
      if (!url.startsWith(prefix)) return null;
      const token = url.slice(prefix.length);
      return isReceiverToken(token) ? { origin, host, path: `${RECEIVER_PATH}${token}` } : null;
    },
  };
}
