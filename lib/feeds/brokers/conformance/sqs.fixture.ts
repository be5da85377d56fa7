import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";
import { Gate } from "@/lib/feeds/brokers/conformance/gate.fixture";
import type { BrokerServer, TestQueue, Trial } from "@/lib/feeds/brokers/conformance/server.fixture";
import { newId } from "@/lib/kernel/ids";

const credentials = { accessKeyId: "test", secretAccessKey: "s3cret" };
const region = "eu-central-1";

/** Not Amazon's SQS, which is a service and cannot be had here, but fauxqs, which speaks its protocol. */
export const sqs: BrokerServer = {
  name: "cloudqueue on fauxqs (not Amazon's)",
  tellsLoss: false,
  missing: () => null,
  open: openSqs,
};

async function openSqs() {
  const server = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false, defaultRegion: region });
  const gate = await new Gate(server.port).open();
  const client = new SQSClient({ region, endpoint: `http://127.0.0.1:${server.port}`, credentials });
  return {
    gate,
    async queue(): Promise<TestQueue> {
      const name = `q-${newId()}`;
      // A consumer that died gives its messages back after this many seconds.
      const { queueUrl: QueueUrl } = server.createQueue(name, { region, attributes: { VisibilityTimeout: "2" } });
      return {
        settings: {
          type: "cloudqueue",
          workers: 2,
          cloudqueue: {
            access_key_id: credentials.accessKeyId,
            secret_key: credentials.secretAccessKey,
            default_region: region,
            queue_name: name,
            endpoint: `http://127.0.0.1:${gate.port}`,
          },
        },
        async send(messages) {
          for (let from = 0; from < messages.length; from += 10) {
            const Entries = messages.slice(from, from + 10).map(({ body, attributes }, index) => ({
              Id: String(index),
              MessageBody: body,
              MessageAttributes: Object.fromEntries(
                Object.entries(attributes ?? {}).map(([key, StringValue]) => [
                  key,
                  { DataType: "String", StringValue },
                ]),
              ),
            }));
            await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
          }
        },
        async unacknowledged() {
          const found = server.inspectQueue(name)?.messages;
          return (found?.ready.length ?? 0) + (found?.delayed.length ?? 0) + (found?.inflight.length ?? 0);
        },
      };
    },
    trials({ settings }: TestQueue): Trial[] {
      if (settings.type !== "cloudqueue") return [];
      const { cloudqueue } = settings;
      const missing = { ...settings, cloudqueue: { ...cloudqueue, queue_name: "none" } };
      const away = { ...settings, cloudqueue: { ...cloudqueue, endpoint: "http://127.0.0.1:1" } };
      return [
        { settings, step: "rights", ok: true, says: "Its messages may be acknowledged." },
        { settings: missing, step: "resource", ok: false, says: "The queue none does not exist in eu-central-1" },
        { settings: away, step: "connection", ok: false, says: "Connection refused by 127.0.0.1:1." },
      ];
    },
    async close() {
      client.destroy();
      await gate.close();
      await server.stop();
    },
  };
}
