import type { Fault } from "@/bench/drills/faults/fault";
import { openFaultProject, waitUntilConnected } from "@/bench/drills/faults/fault-project";
import { unwrap } from "@/lib/api/client";
import { missingRabbit, RabbitServer } from "@/lib/feeds/brokers/conformance/rabbitmq-server.fixture";

const QUEUE = "drill";

/** The broker of a source is stopped. */
export const BROKER_AWAY: Fault = {
  name: "fault-broker-away",
  rule: "source_down",
  log: { message: "a consumer ended", cause: /"reason":"[^"]*127\.0\.0\.1/ },
  missing: missingRabbit,
  async open(own, start) {
    const broker = await RabbitServer.open();
    own.defer(() => broker.close());
    const connection = await broker.connect();
    await connection.queueDeclare({ queue: QUEUE, durable: true });
    connection.unsafeDestroy();
    const project = await openFaultProject(await start(), "outgoing");
    const { client, projectID } = project;
    const amqp = { host: "127.0.0.1", port: String(broker.port), queue: QUEUE };
    const { uid } = await unwrap(
      client.POST("/v1/projects/{projectID}/sources", {
        params: { path: { projectID } },
        body: { name: "Broker", type: "pub_sub", pub_sub: { type: "amqp", workers: 1, amqp } },
      }),
    );
    await waitUntilConnected(project, uid);
    return { project, cause: () => broker.stop(), mend: () => broker.start() };
  },
};
