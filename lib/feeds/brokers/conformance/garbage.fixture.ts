import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** What a port answers that belongs to something else, is broken, or means harm; and what a kind of source says of it. */
export type Garbage = { name: string; answer(socket: Socket): void; says?: Record<string, RegExp> };

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");

/** The same bytes in each run, so that a failure can be repeated. */
function noise(length: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
}

/** Begins with these bytes, and goes on for as long as anybody reads. */
function floodAfter(beginning: Buffer) {
  return (socket: Socket) => {
    const zeros = Buffer.alloc(1024 * 1024);
    const pour = () => {
      while (socket.writable && socket.write(zeros));
    };
    socket.once("data", () => {
      socket.write(beginning);
      socket.on("drain", pour);
      pour();
    });
  };
}

const onData = (answer: (asked: Buffer, socket: Socket) => Buffer) => (socket: Socket) => {
  socket.on("data", (asked) => socket.write(answer(asked, socket)));
};

/** A Kafka answer to this request, whose insides are anything. */
function kafkaAnswer(asked: Buffer, insides: Buffer): Buffer {
  const answer = Buffer.alloc(8 + insides.length);
  answer.writeInt32BE(4 + insides.length, 0);
  if (asked.length >= 12) asked.copy(answer, 4, 8, 12);
  insides.copy(answer, 8);
  return answer;
}

/** ApiVersions as a broker answers it: no error, Metadata (3) in its version 0 alone, no delay. */
const KAFKA_VERSIONS = bytes("0000 00000001 0003 0000 0000 00000000");

/** Metadata of no brokers, and of as many topics as an array has room for, of which the first has as many partitions. */
const COUNTLESS_PARTITIONS = bytes("00000000 01ffffff 0000 0001 74 01ffffff");

/** Metadata of 300,000 brokers, and of as many topics as an array has room for. */
function countlessTopics(): Buffer {
  const brokers = 300_000;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(brokers);
  const broker = bytes("00000001 0001 78 00000001");
  return Buffer.concat([count, ...Array<Buffer>(brokers).fill(broker), bytes("01ffffff 0000")]);
}

const asksForVersions = (asked: Buffer) => asked.length >= 6 && asked.readInt16BE(4) === 18;

/** A frame of AMQP with these insides. */
function amqpFrame(type: number, insides: Buffer): Buffer {
  const head = Buffer.alloc(7);
  head.writeUInt8(type, 0);
  head.writeUInt32BE(insides.length, 3);
  return Buffer.concat([head, insides, bytes("ce")]);
}

/** Connection.Start as a broker sends it: no properties, PLAIN, en_US. */
const AMQP_START = amqpFrame(1, bytes("000a000a 00 09 00000000 00000005 504c41494e 00000005 656e5f5553"));
/** Connection.Tune and OpenOk, so that the client takes the connection for made. */
const AMQP_OPEN = Buffer.concat([
  amqpFrame(1, bytes("000a001e 07ff 00020000 0000")),
  amqpFrame(1, bytes("000a0029 00")),
]);

/** AuthenticationOk, and ReadyForQuery. */
const POSTGRES_READY = bytes("52 00000008 00000000 5a 00000005 49");

/** What announces gigabytes and sends as much as is taken. */
export const FLOODS: readonly Garbage[] = [
  { name: "two gigabytes of one answer", answer: floodAfter(bytes("7fffffff")) },
  { name: "gigabytes of one AMQP frame", answer: floodAfter(bytes("01 0000 7ffffff0 000a000a")) },
  { name: "gigabytes of one PostgreSQL message", answer: floodAfter(bytes("52 7ffffff0 00000000")) },
  {
    name: "an endless page",
    answer: floodAfter(Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n[")),
  },
];

export const GARBAGE: readonly Garbage[] = [
  { name: "noise", answer: (socket) => void socket.write(noise(4_096, 7)) },
  { name: "noise to each question", answer: onData(({ length }) => noise(64 + length, length)) },
  { name: "its own question", answer: onData((asked) => asked) },
  {
    name: "a web page",
    answer: onData(() => Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\n<html")),
  },
  { name: "a web server's refusal", answer: onData(() => Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")) },
  { name: "a mail server's greeting", answer: (socket) => void socket.write("220 mail.example.com ESMTP ready\r\n") },
  { name: "a TLS alert", answer: (socket) => void socket.write(bytes("15 0301 0002 02 28")) },
  { name: "nothing, and hangs up", answer: (socket) => void socket.end() },
  { name: "a reset", answer: (socket) => void socket.resetAndDestroy() },
  {
    name: "half a frame, and hangs up",
    answer: (socket) =>
      void socket.once("data", (asked) =>
        socket.end(Buffer.concat([kafkaAnswer(asked, noise(90, 3))]).subarray(0, 20)),
      ),
  },
  {
    name: "half a frame of AMQP, and hangs up",
    answer: (socket) => void socket.once("data", () => socket.end(AMQP_START.subarray(0, 11))),
  },
  { name: "Kafka frames of noise", answer: onData((asked) => kafkaAnswer(asked, noise(200, asked.length))) },
  { name: "Kafka frames of many entries", answer: onData((asked) => kafkaAnswer(asked, bytes("0000 01ffffff 0000"))) },
  {
    name: "Kafka metadata of many topics of many partitions",
    answer: onData((asked) => kafkaAnswer(asked, asksForVersions(asked) ? KAFKA_VERSIONS : COUNTLESS_PARTITIONS)),
    says: { logstream: /needed more than 256 MiB at once/ },
  },
  {
    // As much as a reader may hold, and then an array more: V8 ends the process that asks for it.
    name: "Kafka metadata of more than fits into memory",
    answer: onData((asked) => kafkaAnswer(asked, asksForVersions(asked) ? KAFKA_VERSIONS : countlessTopics())),
  },
  { name: "AMQP frames of noise", answer: onData(() => amqpFrame(1, noise(50, 5))) },
  {
    name: "an AMQP broker that loses its mind",
    answer: (socket) => {
      const answers = [AMQP_START, AMQP_OPEN, amqpFrame(1, bytes("00140028 0000")), amqpFrame(2, noise(40, 9))];
      socket.on("data", () => void socket.write(answers.shift() ?? amqpFrame(3, noise(30, 11))));
    },
  },
  {
    name: "a PostgreSQL that loses its mind",
    answer: onData((asked) =>
      asked.subarray(0, 1).toString() === "Q" ? bytes("54 00000010 ffff 41414141 41414141 4141") : POSTGRES_READY,
    ),
  },
  {
    name: "HTTP/2 frames of noise",
    answer: (socket) => void socket.write(Buffer.concat([bytes("000000 04 00 00000000"), noise(300, 13)])),
  },
];

/** It takes the connection and says nothing at all. */
export const SILENCE: Garbage = { name: "silence", answer: () => {} };

/** A port of this machine that answers so. */
export class GarbagePort {
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  port = 0;

  constructor(private readonly garbage: Garbage) {}

  async open(): Promise<this> {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.#sockets.delete(socket));
      this.garbage.answer(socket);
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  close(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
