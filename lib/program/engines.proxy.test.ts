import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeAll, listen } from "@/lib/egress/receiver.fixture";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
const asked: string[] = [];

/** A proxy that connects to this machine whatever it is asked for. */
async function startProxy(): Promise<string> {
  const server = createServer();
  server.on("connect", ({ url = "" }, client: Socket) => {
    asked.push(url);
    const onward = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    for (const socket of [onward, client]) socket.on("error", () => {});
  });
  return listen(server);
}

beforeAll(async () => {
  bench = await EngineBench.open();
  receiver = await new Receiver().open();
  engines = await bench.start("all", { HOOKYARD_EGRESS_PROXY: `http://${await startProxy()}` });
});
afterAll(async () => {
  await bench.close();
  receiver.close();
  await closeAll();
});

it("deliveries leave through the proxy of the installation, and none to an address that is not allowed", async () => {
  const projectId = await bench.project("outgoing");
  const endpointId = await bench.endpoint(projectId, receiver.url);
  const refusedId = await bench.endpoint(projectId, "http://10.0.0.1/hook");
  for (const id of [endpointId, refusedId]) await bench.subscribe(projectId, id);
  for (const id of [endpointId, refusedId]) await engines.recorder.record(eventFor(projectId, id));
  const byStatus = await until(async () => {
    const found = new Map((await bench.deliveries(projectId)).map((one) => [one.status, one]));
    return found.has("Success") && found.has("Retry") && found;
  });
  expect(receiver.got).toHaveLength(1);
  expect(asked).toEqual([new URL(receiver.url).host]);
  expect(byStatus.get("Retry")?.description).toContain("10.0.0.1 is a private address");
});
