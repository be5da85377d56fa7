import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { toClientConfig } from "@/lib/feeds/change-stream/connect";
import type { ReplicationMessage } from "@/lib/feeds/change-stream/pgoutput";
import { type Hears, ReplicationStream } from "@/lib/feeds/change-stream/replication";
import {
  begin,
  commit,
  keepalive,
  logData,
  ReplicationServer,
} from "@/lib/feeds/change-stream/replication-server.fixture";
import { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import { until } from "@/lib/program/engines.fixture";

const FOLLOWING = { slot: "s", publication: "p", confirmed: 100n };
const MIB = 1024 * 1024;

let server: ReplicationServer;
let stream: ReplicationStream;
let messages: ReplicationMessage[];
let keepalives: bigint[];

beforeEach(async () => {
  server = await new ReplicationServer().open();
  messages = [];
  keepalives = [];
});
afterEach(async () => {
  await stream.close();
  server.close();
});

async function follow(hears: Partial<Hears> = {}, following = FOLLOWING): Promise<void> {
  const login = { host: "127.0.0.1", port: server.port, database: "shop", user: "ada", password: "s" };
  const settings = DbChangeStream.parse({ ...login, ssl: "disable", publication: "p" });
  const all = {
    message: (message: ReplicationMessage) => void messages.push(message),
    keepalive: (lsn: bigint) => void keepalives.push(lsn),
    ...hears,
  };
  stream = new ReplicationStream(toClientConfig(settings, createAddressGuard("127.0.0.0/8")), all, settings);
  await stream.start(following);
}

/** What it hears of messages waits until `letIn`. */
function holdMessages() {
  let letIn = () => {};
  const isLetIn = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  const message = (one: ReplicationMessage) => {
    messages.push(one);
    return isLetIn;
  };
  return { message, letIn: () => letIn() };
}

describe("a stream of changes", () => {
  it("confirms what it is told and nothing else, to the byte", async () => {
    await follow();
    server.send(logData(begin(300n)), logData(commit(304n)), keepalive(400n, { mustAnswer: true }));
    expect(await server.status()).toEqual([100n, 100n, 100n]);
    for (const lsn of [304n, 1n << 32n, (7n << 32n) | 0xffffffffn]) {
      stream.confirm(lsn);
      expect(await server.status()).toEqual([lsn, lsn, lsn]);
    }
    stream.confirm(304n);
    server.send(keepalive(500n, { mustAnswer: true }));
    expect((await server.status())[0]).toBe((7n << 32n) | 0xffffffffn);
  });

  it("does not tell that there is nothing up to a place while a message from before it waits", async () => {
    const { message, letIn } = holdMessages();
    await follow({ message });
    server.send(logData(begin(300n)), logData(commit(304n)), keepalive(400n, { mustAnswer: true }));
    await server.status();
    expect(keepalives).toEqual([]);
    letIn();
    await until(() => messages.length === 2);
    server.send(keepalive(500n));
    await until(() => keepalives.length === 1);
    expect(keepalives).toEqual([500n]);
  });

  it("leaves at the server what nobody has room for, and goes on confirming", async () => {
    const { message, letIn } = holdMessages();
    await follow({ message });
    const large = logData(Buffer.concat([Buffer.from("M"), Buffer.alloc(MIB)]));
    const socket = server.send(...Array.from({ length: 64 }, () => large));
    await until(() => messages.length === 1);
    for (let lsn = 200n; lsn < 250n; lsn++) {
      stream.confirm(lsn);
      expect((await server.status())[0]).toBe(lsn);
    }
    expect(messages).toHaveLength(1);
    expect(socket.writableLength).toBeGreaterThan(32 * MIB);
    letIn();
    await until(() => messages.length === 64);
  });

  it("hears nothing any more behind a message that it cannot read", async () => {
    await follow();
    const change = Buffer.from("I\0\0\0\x07N\0\0");
    server.send(logData(begin(300n)), logData(change), logData(commit(304n)), keepalive(400n, { mustAnswer: true }));
    await expect(stream.ended).rejects.toThrow(/^127\.0\.0\.1:\d+ sent what is no message of this stream: /);
    expect(messages.map(({ tag }) => tag)).toEqual(["begin"]);
    expect(keepalives).toEqual([]);
  });

  it("ends with the connection, and says so", async () => {
    await follow();
    server.close();
    await expect(stream.ended).rejects.toThrow(/^The connection to 127\.0\.0\.1:\d+ failed: .+\.$/);
  });

  it("asks for a publication of any name", async () => {
    await follow({}, { ...FOLLOWING, publication: `o'"\\x` });
    expect(server.query).toBe(
      `START_REPLICATION SLOT "s" LOGICAL 0/00000000 (proto_version '1', publication_names '"o''""\\x"')`,
    );
  });
});
