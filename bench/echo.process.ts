import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerParent } from "@/bench/process";

// The yardstick: the least that Node.js does for a request, so that figures of different machines compare as ratios.
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => response.end(Buffer.concat(chunks)));
});

const calls = {
  listen: () =>
    new Promise<string>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    }),
};
export type EchoCalls = typeof calls;

answerParent(calls);
