import { connect, type Socket } from "node:net";

const RECONNECT_MS = 20;

/** Receives the events of a connection. */
export type Listener = {
  /** The connection can take a request: it is new, or its answer is complete. */
  onFree(connection: Connection): void;
  /** The answer to the current request, head and body; status 0 if the connection was lost before it came. */
  onAnswer(connection: Connection, status: number, answer: string): void;
};

/**
 * One kept-alive connection with at most one request in flight, written as one piece of bytes and read with the least
 * parsing: a load generator shares the machine with what it measures. A lost connection is reopened until `close`.
 */
export class Connection {
  #socket: Socket | undefined;
  #unread = "";
  #isBusy = false;
  #isClosed = false;
  #reconnection: NodeJS.Timeout | undefined;

  constructor(
    private readonly target: { host: string; port: number },
    private readonly listener: Listener,
  ) {
    this.#open();
  }

  send(request: Buffer): void {
    this.#isBusy = true;
    this.#socket?.write(request);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnection);
    this.#socket?.destroy();
  }

  #open(): void {
    const socket = connect({ ...this.target, noDelay: true });
    this.#socket = socket;
    this.#unread = "";
    socket.once("connect", () => this.listener.onFree(this));
    socket.on("data", (chunk: Buffer) => this.#read(chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.once("close", () => this.#lose());
  }

  #lose(): void {
    if (this.#isClosed) return;
    const wasBusy = this.#isBusy;
    this.#isBusy = false;
    if (wasBusy) this.listener.onAnswer(this, 0, "");
    this.#reconnection = setTimeout(() => this.#open(), RECONNECT_MS);
  }

  #read(text: string): void {
    const answer = this.#unread === "" ? text : this.#unread + text;
    if (!isComplete(answer)) {
      this.#unread = answer;
      return;
    }
    this.#unread = "";
    this.#isBusy = false;
    this.listener.onAnswer(this, Number(answer.slice(9, 12)), answer);
    if (answer.includes("\r\nConnection: close\r\n")) this.#socket?.end();
    else this.listener.onFree(this);
  }
}

/** Whether an HTTP/1.1 answer is complete (RFC 9112, section 6.3). */
function isComplete(answer: string): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(answer);
  if (length !== null && length.index < headEnd) return answer.length >= headEnd + 4 + Number(length[1]);
  return answer.endsWith("\r\n0\r\n\r\n");
}
