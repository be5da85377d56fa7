import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { ACCEPTED, ANSWERS, type DemoAnswer, DOWN } from "@/cli/demo/answers";

/** The same port each time if it is free, so that the endpoints keep their addresses. */
const PREFERRED_PORT = 4319;
const HOST = "127.0.0.1";

export type DemoReceiver = {
  url: string;
  /** Makes every receiver but the one that is down accept everything from now on. */
  mend(): void;
  close(): Promise<void>;
};

/** What running receivers tell at `/`: for which installation they run, and in which process. */
type Told = { demo_of: string; pid: number };

/** Starts the receivers of the installation at this URL on a loopback port. */
export async function startReceiver(installation: string): Promise<DemoReceiver> {
  const attempts = new Map<string, number>();
  let isMended = false;
  const told: Told = { demo_of: installation, pid: process.pid };
  const server = createServer(async (request, response) => {
    if (request.method === "GET" && request.url === "/") return send(response, 200, told);
    const body = await buffer(request);
    const id = `${request.headers["webhook-id"]}`;
    const count = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, count);
    const found = isMended && pathOf(request) !== DOWN ? ACCEPTED : findAnswer(request, body, count);
    await pause(found.takesMs);
    send(response, found.status, { says: found.says });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, HOST, () => resolve());
    });
  await listen(PREFERRED_PORT).catch(() => listen(0));
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    mend() {
      isMended = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The process that runs the receivers of this installation at that address; null if none does. */
export async function findReceiver(installation: string, address: string): Promise<number | null> {
  const answer = await fetch(new URL("/", address)).catch(() => null);
  const told: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  return isTold(told) && told.demo_of === installation ? told.pid : null;
}

function isTold(value: unknown): value is Told {
  return typeof value === "object" && value !== null && "demo_of" in value && "pid" in value;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?")[0] ?? url;
}

function findAnswer(request: IncomingMessage, body: Buffer, attempts: number): DemoAnswer {
  const path = pathOf(request);
  if (!isKnown(path)) return { status: 404, says: "nobody here", takesMs: 0 };
  return ANSWERS[path]({ ...readAmounts(body), attempts });
}

function isKnown(path: string): path is keyof typeof ANSWERS {
  return Object.hasOwn(ANSWERS, path);
}

/** The amount and the number of a payload, 0 where it has none. */
export function readAmounts(body: Buffer): { total: number; number: number } {
  try {
    const { data, number } = JSON.parse(body.toString("utf8")) as { data?: { total?: number }; number?: number };
    return { total: data?.total ?? 0, number: number ?? 0 };
  } catch {
    return { total: 0, number: 0 };
  }
}
