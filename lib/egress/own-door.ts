import { request, validateHeaderValue } from "node:http";
import { conflict, HookyardError } from "@/lib/kernel/errors";

/** Where this copy of the program itself listens, as seen from this machine. */
export type OwnDoor = { hostname: string; port: number };

export type OwnAnswer = { status: number; body: string };

const TIMEOUT_MS = 30_000;

/** What stands for every address of the machine, its loopback among them. Node.js takes IPv4 at `::` too. */
const EVERYWHERE = new Set([undefined, "0.0.0.0", "::"]);

/** The door that a server opens which listens on this host; undefined is every address. */
export function toOwnDoor(host: string | undefined, port: number): OwnDoor {
  return { hostname: host === undefined || EVERYWHERE.has(host) ? "127.0.0.1" : host, port };
}

/**
 * Posts to this copy through its own front door, as a caller from outside would who calls it by the name `host`. Throws
 * `unavailable` if no answer comes, and a conflict if a header cannot be sent.
 */
export async function postToOwnDoor(
  { hostname, port }: OwnDoor,
  { host, path, headers, body }: { host: string; path: string; headers: Record<string, string>; body: Buffer },
  signal: AbortSignal,
): Promise<OwnAnswer> {
  checkHeaders(headers);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      reject(new HookyardError("unavailable", `Hookyard does not reach its own address: ${error.message}.`));
    };
    const sent = request(
      {
        hostname,
        port,
        path,
        method: "POST",
        agent: false,
        headers: { ...headers, host, "content-length": body.length },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        answer.on("error", fail);
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });
}

function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderValue(name, value);
    } catch {
      throw conflict(`The header ${name} cannot carry this value: use characters of Latin-1 and no line breaks.`);
    }
  }
}
