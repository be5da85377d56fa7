import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fault } from "@/bench/drills/faults/fault";
import { openFaultProject } from "@/bench/drills/faults/fault-project";
import { startSteadyLoad } from "@/bench/drills/faults/steady-load";
import { connectSource } from "@/bench/stage";

/** A receiver refuses connections under load; the breaker of its endpoint opens, and closes when it answers again. */
export const RECEIVER_DEAD: Fault = {
  name: "fault-receiver-dead",
  rule: "breaker_open",
  log: { message: "a problem began", cause: /"rule":"breaker_open".*"reason":"[^"]*refuse/ },
  async open(own, start) {
    let receiver = await listen(0);
    const { port } = receiver.address() as AddressInfo;
    own.defer(() => end(receiver));
    const project = await openFaultProject(await start(), "incoming");
    await startSteadyLoad(own, await connectSource(project, [`http://127.0.0.1:${port}/hook`]));
    return {
      project,
      cause: async () => end(receiver),
      async mend() {
        receiver = await listen(port);
      },
    };
  },
};

async function listen(port: number): Promise<Server> {
  const server = createServer((_, response) => response.end("ok")).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}
