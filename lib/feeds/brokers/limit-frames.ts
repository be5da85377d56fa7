import type { Socket } from "node:net";

const PREFIX_BYTES = 4;

/**
 * Closes the connection at an answer that announces more than so many bytes. Each answer begins with its length, as
 * 32 bits, and the library would wait for all of it.
 */
export function limitFrames(socket: Socket, mostBytes: number): void {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  let have = 0;
  let left = 0;
  socket.on("data", (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const taken = Math.min(left, chunk.length - at);
        left -= taken;
        at += taken;
        continue;
      }
      prefix[have++] = chunk[at++] ?? 0;
      if (have < PREFIX_BYTES) continue;
      have = 0;
      left = prefix.readUInt32BE(0);
      if (left <= mostBytes) continue;
      const told = prefix.toString("latin1").replace(/[^\x20-\x7e]/g, ".");
      socket.destroy(new Error(`the server does not speak this protocol: its answer begins with "${told}"`));
      return;
    }
  });
}
