import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { residentMiB } from "@/attack/copy-state";
import { openHalf, sendRaw } from "@/attack/raw-http";
import { makeTenant, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";

const MIB = 1024 * 1024;
/**
 * The budget for all bodies (192 MiB) and the cost of handling it; without a budget, the data sent here takes well over
 * 1 GiB.
 */
const MAX_GROWTH_MIB = 600;

type Attack = {
  name: string;
  path: string;
  connections: number;
  /** Declared by Content-Length; `null` sends chunks. */
  announcedBytes: number | null;
  sentBytes: number;
};

/** Bodies that begin and never end. */
const HALF: readonly Attack[] = [
  {
    name: "500 that sent one byte to /v1",
    path: "/v1/invitations/find",
    connections: 500,
    announcedBytes: 1000,
    sentBytes: 1,
  },
  { name: "40 of 48 MiB to a source", path: "source", connections: 40, announcedBytes: 48 * MIB, sentBytes: 40 * MIB },
  {
    name: "40 chunked ones of 40 MiB to a source",
    path: "source",
    connections: 40,
    announcedBytes: null,
    sentBytes: 40 * MIB,
  },
  { name: "20 of 48 MiB to the API", path: "events", connections: 20, announcedBytes: 48 * MIB, sentBytes: 40 * MIB },
  {
    name: "10 of 400 MiB to sign-in",
    path: "/api/auth/callback/credentials",
    connections: 10,
    announcedBytes: 400 * MIB,
    sentBytes: 64 * MIB,
  },
  {
    name: "10 chunked ones of 64 MiB to set-up",
    path: "/api/setup",
    connections: 10,
    announcedBytes: null,
    sentBytes: 64 * MIB,
  },
  { name: "10 of 64 MiB to a page", path: "/projects", connections: 10, announcedBytes: 64 * MIB, sentBytes: 63 * MIB },
];

/** Attacks by senders that keep connections and bodies open while others need them. */
export async function attackByHalfSentBodies(stage: Stage, tally: Tally): Promise<void> {
  const { copy } = stage;
  const settings = { max_payload_read_size: 50 * MIB };
  const receiving = await makeTenant(stage, "incoming", settings);
  const sending = await makeTenant(stage, "outgoing", settings);
  const admin = receiving.keys.admin;
  const source = await admin.post<{ url: string }>(`/v1/projects/${receiving.id}/sources`, { name: "s", type: "http" });
  const places: Record<string, string> = {
    source: new URL(source.url).pathname,
    events: `/v1/projects/${sending.id}/events/broadcast`,
  };
  const before = await residentMiB(copy);
  let peak = before ?? 0;
  for (const attack of HALF) {
    const path = places[attack.path] ?? attack.path;
    const key = sending.keys.admin.key ?? "";
    const open = await Promise.all(
      Array.from({ length: attack.connections }, () => hold(copy.url, { ...attack, path, key })),
    );
    try {
      await tally.holds(`a small request gets in beside ${attack.name}`, async () => {
        const taken = await admin.ask("POST", source.url, { body: { small: true } });
        assert.equal(taken.status, 200, taken.text);
        assert.equal((await admin.ask("GET", "/v1/me")).status, 200);
      });
      peak = Math.max(peak, (await residentMiB(copy)) ?? 0);
    } finally {
      for (const socket of open) socket.destroy();
    }
  }
  await tally.holds("whole bodies of 30 MiB to sign-in are refused before they are read", async () => {
    const head = ["POST /api/auth/callback/credentials HTTP/1.1", `Host: ${new URL(copy.url).host}`];
    const body = Buffer.alloc(30 * MIB, 97);
    const lines = [...head, "Content-Type: application/json", `Content-Length: ${body.length}`, "", ""].join("\r\n");
    const answers = await Promise.all(
      [1, 2, 3].map(() => sendRaw(copy.url, Buffer.concat([Buffer.from(lines), body]))),
    );
    for (const { statuses } of answers) assert.ok(statuses.length === 0 || statuses[0] === 413, `${statuses}`);
  });
  peak = Math.max(peak, (await residentMiB(copy)) ?? 0);
  await tally.holds("the process needs no more memory than its budget for bodies", () => {
    if (before !== null) assert.ok(peak - before < MAX_GROWTH_MIB, `${before.toFixed()} MiB became ${peak.toFixed()}`);
  });
  await tally.holds("the copy lives on", async () => {
    assert.equal((await admin.ask("GET", "/readyz")).status, 200);
  });
}

/** Sends the head and a part of the body as fast as it is read, and waits until it is sent or refused. */
async function hold(url: string, { path, announcedBytes, sentBytes, key }: Attack & { key: string }): Promise<Socket> {
  const length = announcedBytes === null ? "Transfer-Encoding: chunked" : `Content-Length: ${announcedBytes}`;
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Authorization: Bearer ${key}`, length];
  const socket = await openHalf(url, [...lines, "Content-Type: application/json", "", ""].join("\r\n"));
  const block = Buffer.alloc(Math.min(MIB, sentBytes), 97);
  for (let sent = 0; sent < sentBytes && socket.writable; sent += block.length) {
    const framed = announcedBytes === null ? [`${block.length.toString(16)}\r\n`, block, "\r\n"] : [block];
    for (const part of framed) socket.write(part);
    if (!(await drained(socket))) break;
  }
  return socket;
}

const STUCK_MS = 1_000;

/** False if the other side reads no more. */
function drained(socket: Socket): Promise<boolean> {
  if (!socket.writableNeedDrain) return Promise.resolve(!socket.destroyed);
  return new Promise((resolve) => {
    const finish = (isDrained: boolean) => {
      clearTimeout(timer);
      socket.off("drain", onDrain).off("close", onClose);
      resolve(isDrained);
    };
    const onDrain = () => finish(true);
    const onClose = () => finish(false);
    const timer = setTimeout(() => finish(false), STUCK_MS);
    socket.once("drain", onDrain).once("close", onClose);
  });
}
