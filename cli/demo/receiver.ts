import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** The same port each time if it is free, so that retries find the receiver of a later run. */
const PREFERRED_PORT = 4319;

type Payload = { data?: { total?: number } };

/** A receiver's answer to a delivery: `attempts` counts this attempt, `payload` is its JSON. */
type Temper = (payload: Payload, attempts: number) => Promise<[status: number, says: string]>;

/** Receivers that answer in various ways, by their paths. */
export const TEMPERS = {
  "/fulfilment": async () => [200, "thank you"],
  "/accounting": async ({ data }) => ((data?.total ?? 0) > 400 ? [500, "the ledger is locked"] : [200, "booked"]),
  "/warehouse": async (_, attempts) => {
    await pause(1_000 + 500 * attempts);
    return [200, "stored, at last"];
  },
  "/builds": async (_, attempts) => (attempts < 3 ? [503, "all runners are busy"] : [202, "build started"]),
} as const satisfies Record<string, Temper>;

export type DemoReceiver = {
  url: string;
  /** Makes every receiver accept everything at once from now on. */
  mend(): void;
  close(): Promise<void>;
};

/** Starts the receivers on a loopback port. */
export async function startReceiver(): Promise<DemoReceiver> {
  const attempts = new Map<string, number>();
  let isMended = false;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const id = `${request.headers["webhook-id"]}`;
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
    const path = isMended ? "/fulfilment" : request.url;
    const temper: Temper | undefined = TEMPERS[path as keyof typeof TEMPERS];
    const [status, says] = (await temper?.(parse(body), attempts.get(id) ?? 1)) ?? [404, "nobody here"];
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ says }));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => resolve());
    });
  await listen(PREFERRED_PORT).catch(() => listen(0));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mend() {
      isMended = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parse(body: Buffer): Payload {
  try {
    return JSON.parse(body.toString("utf8")) as Payload;
  } catch {
    return {};
  }
}
