import { connect, type Socket } from "node:net";

/** What came back over one connection, byte for byte. */
export type Exchange = { statuses: number[]; text: string; isClosed: boolean };

const QUIET_MS = 400;
const PATIENCE_MS = 15_000;

/**
 * Writes bytes to the copy and reads until it closes, or until nothing came for a while after its first answer. Waits
 * longer for a copy that answers nothing at all.
 */
export function sendRaw(url: string, bytes: string | Buffer): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = "";
    let timer = setTimeout(() => finish(false), PATIENCE_MS);
    const finish = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ statuses: readStatuses(text), text, isClosed });
    };
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(() => finish(false), QUIET_MS);
    });
    socket.once("close", () => finish(true));
    socket.on("error", () => {});
    socket.write(bytes);
  });
}

/** Opens a connection with an unfinished request. */
export function openHalf(url: string, bytes: string | Buffer): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(bytes);
      resolve(socket);
    });
    socket.once("error", reject);
    socket.on("error", () => {});
    socket.resume();
  });
}

function readStatuses(text: string): number[] {
  return [...text.matchAll(/(?:^|\n|\}|>)HTTP\/1\.[01] (\d{3})/g)].map((match) => Number(match[1]));
}
