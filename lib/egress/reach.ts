import { connect as connectPlain, isIP, type LookupFunction, Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { type AddressGuard, HOW_TO_ALLOW } from "./address-guard";
import { toFailure } from "./failure";
import { createGuardedLookup } from "./guarded-lookup";
import { resolveBySystem } from "./resolver";

export type Server = { host: string; port: number; tls: boolean };

const TIMEOUT_MS = 10_000;

/** The step at which reaching a server failed. `message` is a sentence for the operator. */
export class UnreachableError extends Error {
  constructor(
    readonly step: "address" | "connection" | "tls",
    message: string,
  ) {
    super(message);
  }
}

/** Throws if a host is written as an address that the guard refuses: sockets pass only names to `guardedLookup`. */
export function refuseAddress(host: string, guard: AddressGuard): void {
  const address = withoutBrackets(host);
  const refusal = isIP(address) ? guard.findRefusal(address) : null;
  if (refusal) throw new UnreachableError("address", `Refused: ${refusal}. ${HOW_TO_ALLOW}`);
}

/** The lookup for a library's own sockets: it returns only addresses that the guard allows. */
export function guardedLookup(guard: AddressGuard): LookupFunction {
  return createGuardedLookup(guard, resolveBySystem);
}

/** An address of the host that the guard allows, for a library that connects by itself. Throws UnreachableError. */
export function resolveAllowed(host: string, guard: AddressGuard): Promise<string> {
  refuseAddress(host, guard);
  const name = withoutBrackets(host);
  if (isIP(name)) return Promise.resolve(name);
  return new Promise((resolve, reject) => {
    guardedLookup(guard)(name, { all: false }, (error, address) => {
      if (error) reject(new UnreachableError("address", toFailure(error, host).message));
      else resolve(String(address));
    });
  });
}

/** A socket for a library that accepts ours. A refused address becomes the socket's error, like any other. */
export function guardedSocket({ host, port, tls }: Server, guard: AddressGuard, onConnect: () => void): Socket {
  const address = withoutBrackets(host);
  const refusal = isIP(address) ? guard.findRefusal(address) : null;
  if (refusal) {
    const refused = new Socket();
    const error = new UnreachableError("address", `Refused: ${refusal}. ${HOW_TO_ALLOW}`);
    setImmediate(() => refused.destroy(error));
    return refused;
  }
  const options = { host: address, port, lookup: guardedLookup(guard) };
  if (!tls) return connectPlain(options, onConnect);
  return connectSecure({ ...options, ...(!isIP(address) && { servername: address }) }, onConnect);
}

/** Connects once, over TLS if requested, and disconnects. Throws UnreachableError. */
export async function reach(server: Server, guard: AddressGuard): Promise<void> {
  refuseAddress(server.host, guard);
  await tryOnce({ ...server, tls: false }, guard);
  if (server.tls) await tryOnce(server, guard);
}

function tryOnce(server: Server, guard: AddressGuard): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = guardedSocket(server, guard, () => {
      socket.destroy();
      resolve();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
    socket.once("error", (error) => {
      const name = `${server.host}:${server.port}`;
      const { code, message } = toFailure(error, name);
      const isAddress = code === "dns" || code === "refused";
      const isHungUp = server.tls && code === "connection_closed";
      const told = isHungUp ? `${name} hung up instead of speaking TLS: the port may be one without it.` : message;
      reject(new UnreachableError(isAddress ? "address" : server.tls ? "tls" : "connection", told));
    });
  });
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}
