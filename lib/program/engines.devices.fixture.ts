import { newId } from "@/lib/kernel/ids";
import { registerDevice } from "@/lib/nouns/devices/mutations";
import type { PulledDelivery } from "@/lib/nouns/devices/schemas";
import { listenOnDevice } from "@/lib/nouns/subscriptions/listen-on-device";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";

/** A device and its subscription to everything in a project of its own. */
export type Listening = { projectId: string; deviceId: string; subscriptionId: string; secret: string };

/** One copy with all roles and one that only serves, on one database, and the actions of a device. */
export class DeviceBench {
  private constructor(
    readonly bench: EngineBench,
    readonly receiver: Receiver,
    readonly engines: Engines,
    readonly web: Engines,
  ) {}

  static async open(): Promise<DeviceBench> {
    const bench = await EngineBench.open();
    return new DeviceBench(bench, await new Receiver().open(), await bench.start(), await bench.start("web"));
  }

  async close(): Promise<void> {
    this.receiver.close();
    await this.bench.close();
  }

  /** Creates a device; in an outgoing project it may stand in for an endpoint with that address. */
  async listening(type: "incoming" | "outgoing", endpoint?: string): Promise<Listening> {
    const projectId = await this.bench.project(type, {
      retry: { strategy: "linear", interval_seconds: 1, retry_limit: 3, max_retry_seconds: 7200 },
    });
    const endpointId = endpoint === undefined ? undefined : await this.bench.endpoint(projectId, endpoint);
    const ctx = this.bench.context(projectId);
    const device = await registerDevice(ctx, { host_name: "ada-laptop", endpoint_id: endpointId });
    const { uid } = await listenOnDevice(ctx, device.uid, {});
    return { projectId, deviceId: device.uid, subscriptionId: uid, secret: device.secret };
  }

  async receive({ projectId }: Listening, more = {}) {
    return this.engines.recorder.record(eventFor(projectId, "", { target: null, sourceId: newId(), ...more }));
  }

  pull(at: Listening, { from = this.engines, limit = 10, waitMs = 0 } = {}): Promise<PulledDelivery[]> {
    return from.devices.pull(at, { limit, waitMs, signal: new AbortController().signal });
  }

  report(at: Listening, pulled: PulledDelivery, more: object = {}): Promise<void> {
    return this.engines.devices.report(at, pulled.uid, {
      lease_id: pulled.lease_id,
      url: "http://localhost:4000/hook",
      status: 200,
      headers: { "x-answer": "yes" },
      body: Buffer.from("thanks").toString("base64"),
      body_truncated: false,
      error: null,
      error_code: null,
      duration_ms: 12.5,
      ...more,
    });
  }

  async only({ projectId }: Listening) {
    return (await this.bench.deliveries(projectId))[0];
  }

  queued({ projectId }: Listening) {
    const queue = this.bench.database.db.selectFrom("delivery_queue").selectAll();
    return queue.where("project_id", "=", projectId).execute();
  }

  /** Moves time past the lease or the pause before the next attempt. */
  letTimePass({ projectId }: Listening) {
    return this.bench.database.db
      .updateTable("delivery_queue")
      .set({ due_at: new Date(Date.now() - 1_000) })
      .where("project_id", "=", projectId)
      .execute();
  }

  /** Resolves when every worker has looked for work: everything due for one is delivered. */
  async workersLooked(): Promise<void> {
    const projectId = await this.bench.project("outgoing");
    const endpointId = await this.bench.endpoint(projectId, this.receiver.url);
    await this.bench.subscribe(projectId, endpointId);
    await this.web.recorder.record(eventFor(projectId, endpointId));
    await until(async () => (await this.bench.deliveries(projectId))[0]?.status === "Success");
  }
}
