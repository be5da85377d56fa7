import { createSocket } from "node:dgram";

/** Addresses by name; a name with several lists answers them in turn, as DNS rebinding does. */
export type Zone = Record<string, readonly (readonly string[])[]>;

export type NameServer = { address: string; asked: Map<string, number>; close(): Promise<void> };

const TYPE_A = 1;
const TYPE_AAAA = 28;

/** A DNS server on loopback (RFC 1035) that knows one zone, and answers with a lifetime of zero. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const asked = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (query, peer) => {
    const { name, type, end } = readQuestion(query);
    const turn = asked.get(`${name} ${type}`) ?? 0;
    asked.set(`${name} ${type}`, turn + 1);
    const lists = zone[name] ?? [];
    const addresses = (lists[Math.min(turn, lists.length - 1)] ?? []).filter(
      (one) => one.includes(":") === (type === TYPE_AAAA),
    );
    socket.send(answer(query.subarray(0, end), type, addresses), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8580, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = type === TYPE_A ? Buffer.from(address.split(".").map(Number)) : Buffer.from(expand(address), "hex");
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

/** The 32 digits of an IPv6 address in the notations used here: `::1`, `fd00::1`, `::ffff:7f00:1`. */
function expand(address: string): string {
  const [before = "", after = ""] = address.split("::");
  const groups = (text: string) => text.split(":").filter((group) => group !== "");
  const missing = 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array.from({ length: missing }, () => "0"), ...groups(after)];
  return all.map((group) => group.padStart(4, "0")).join("");
}
