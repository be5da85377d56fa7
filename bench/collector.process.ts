import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerParent } from "@/bench/process";

// Takes traces by OTLP over HTTP as fast as it can, so that only what they cost the program is measured.
let received = 0;
const server = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  request.on("end", () => response.writeHead(200, { "content-type": "application/x-protobuf" }).end());
});

const calls = {
  listen: () =>
    new Promise<string>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    }),
  /** The bytes of all traces so far. */
  received: () => received,
};
export type CollectorCalls = typeof calls;

answerParent(calls);
