import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { monotonicMs } from "@/bench/clock";
import { readLane } from "@/bench/lanes";
import { MISCHIEF, type Mischief } from "@/bench/mischief";
import { readNumber } from "@/bench/payload";
import { answerParent } from "@/bench/process";

/**
 * How a receiver answers: with a status, or not until it gets another behaviour (`hold`), or in one of the ways of
 * `MISCHIEF`.
 */
export type Behaviour = number | "hold" | Mischief;

/** The arrivals of the deliveries `from` to `to` (exclusive), by the numbers of their events, or of event and lane. */
export type Arrivals = {
  /** When each arrived first; 0 if it did not. */
  arrivedAt: Float64Array;
  /** How often each arrived. */
  times: Uint32Array;
  /** The `webhook-id` of each first arrival, which is its delivery's uid. */
  deliveryIds: string[];
};

const arrivedAt: number[] = [];
const times: number[] = [];
const deliveryIds: string[] = [];
let distinct = 0;
let behaviour: Behaviour = 200;
const pending = new Set<() => void>();

const server = createServer((request, response) => {
  if (request.method === "GET") return void response.end(String(distinct));
  let first: Buffer | null = null;
  request.on("data", (chunk: Buffer) => {
    first = first === null ? chunk : Buffer.concat([first, chunk]);
  });
  request.on("end", () => receive(request, response, first ?? Buffer.alloc(0)));
});
// The sender decides when its connections end.
server.keepAliveTimeout = 0;

function receive(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  if (behaviour === "hold") {
    hold(response, () => receive(request, response, body));
    return;
  }
  const number = readNumber(body);
  const receiveNow = () => {
    if (number >= 0) note(toPlace(number, request.url), String(request.headers["webhook-id"]));
  };
  if (typeof behaviour === "string") {
    // A sender that has read the head and 64 KiB of an endless body knows that the event was received.
    if (behaviour === "endless") receiveNow();
    MISCHIEF[behaviour](request, response);
    return;
  }
  if (behaviour < 300) receiveNow();
  response.statusCode = behaviour;
  response.end("ok");
}

/** Forgets a pending request when the other side hangs up. */
function hold(response: ServerResponse, answer: () => void): void {
  pending.add(answer);
  response.once("close", () => pending.delete(answer));
}

/** If an event goes to several lanes of this receiver, each delivery has a number of its own. */
function toPlace(number: number, url: string | undefined): number {
  const lane = readLane(url);
  return lane === null ? number : number * lane.of + lane.index;
}

function note(number: number, deliveryId: string): void {
  while (times.length <= number) {
    times.push(0);
    arrivedAt.push(0);
    deliveryIds.push("");
  }
  if (times[number] === 0) {
    arrivedAt[number] = monotonicMs();
    deliveryIds[number] = deliveryId;
    distinct += 1;
  }
  times[number] = (times[number] ?? 0) + 1;
}

const calls = {
  /** Listens on a free loopback port; returns its address. */
  listen: () =>
    new Promise<string>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`));
    }),
  /** Sets how it answers from now on, including pending requests. Only those answered with a 2xx count as received. */
  answerWith: (next: Behaviour) => {
    behaviour = next;
    const waiting = [...pending];
    pending.clear();
    for (const answer of waiting) answer();
  },
  /** How many requests are pending. */
  pending: () => pending.size,
  /** How many different deliveries have arrived. */
  progress: () => distinct,
  arrivals: ({ from, to }: { from: number; to: number }): Arrivals => ({
    arrivedAt: Float64Array.from({ length: to - from }, (_, index) => arrivedAt[from + index] ?? 0),
    times: Uint32Array.from({ length: to - from }, (_, index) => times[from + index] ?? 0),
    deliveryIds: Array.from({ length: to - from }, (_, index) => deliveryIds[from + index] ?? ""),
  }),
};
export type ReceiverCalls = typeof calls;

answerParent(calls);
