import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { createAddressGuard } from "./address-guard";
import { createSender, type OutgoingRequest, type Sender, type SenderOptions } from "./send";

const closers: (() => Promise<unknown>)[] = [];

/** Closes every sender and server that a test opened. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

/** Starts a server on a free loopback port and returns its `host:port`. */
export async function listen(server: Server | TcpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function serve(listener: RequestListener): Promise<string> {
  return `http://${await listen(createServer(listener))}/hook`;
}

/** Starts a server that answers the first bytes of each connection with its own. */
export async function serveRaw(answer: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  return `http://${await listen(server)}/hook`;
}

/** Creates a sender that may reach this machine. */
export function sender(options: Partial<SenderOptions> = {}): Sender {
  const made = createSender({ guard: createAddressGuard("127.0.0.0/8"), ...options });
  closers.unshift(() => made.close());
  return made;
}

export function post(url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: "POST", url, headers: {}, body: Buffer.from("{}"), timeoutMs: 5000, ...more };
}
