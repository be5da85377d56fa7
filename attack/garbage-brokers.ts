import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import { makeTenant, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { until } from "@/attack/until";

/** What a server that is not a broker may send to its clients. */
const GARBAGE: Record<string, Buffer> = {
  "an answer of HTTP": Buffer.from("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
  "random bytes": randomBytes(64 * 1024),
  "a length of two gigabytes": Buffer.concat([Buffer.from("7fffffff", "hex"), Buffer.alloc(64)]),
  "a frame of AMQP that ends early": Buffer.from("01000000000010000a000affffffff", "hex"),
};

/**
 * Attacks by sources whose server answers garbage: the copy survives, and reports it. The conformance suite tests every
 * broker with every garbage.
 */
export async function attackByGarbage(stage: Stage, tally: Tally): Promise<void> {
  const { keys, id } = await makeTenant(stage, "outgoing");
  const home = `/v1/projects/${id}`;
  const pid = stage.copy.pid();
  for (const [name, garbage] of Object.entries(GARBAGE)) {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(garbage));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const brokers = {
      amqp: { host: "127.0.0.1", port: String(port), queue: "q" },
      logstream: { brokers: [`127.0.0.1:${port}`], consumer_group_id: "g", topic_name: "t" },
    };
    for (const [type, settings] of Object.entries(brokers)) {
      await tally.holds(`${type} from a server of ${name} fails alone, in words`, async () => {
        const body = { name: `${type}: ${name}`, type: "pub_sub", pub_sub: { type, [type]: settings } };
        const { uid } = await keys.admin.post(`${home}/sources`, body);
        type Health = { state: string; last_error: string | null };
        const health = await until(
          () => keys.viewer.get<Health>(`${home}/sources/${uid}/health`),
          ({ last_error }) => last_error !== null,
        );
        assert.ok(["retrying", "parked", "connecting"].includes(health.state), JSON.stringify(health));
        assert.ok((health.last_error ?? "").length > 10, JSON.stringify(health));
        await keys.admin.ask("DELETE", `${home}/sources/${uid}`);
      });
    }
    server.close();
  }
  await tally.holds("the copy lives on, and delivers", async () => {
    assert.equal(stage.copy.pid(), pid);
    const url = `${stage.receiver.url}/after-garbage`;
    await keys.admin.post(`${home}/events/dynamic`, { url, event_type: "a.b", data: { alive: true } });
    await stage.receiver.waitFor(({ path }) => path === "/after-garbage");
  });
}
