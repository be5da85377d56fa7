import { createApp } from "@/lib/api/app";
import { createDatabase } from "@/lib/db/client";
import { readEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { createLogger } from "@/lib/kernel/log";
import { startEngines } from "@/lib/program/engines";
import { type EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { createTestRuntime } from "@/lib/program/runtime.fixture";
import { OtlpReceiver, type ReceivedSpan } from "@/lib/tracing/otlp-receiver.fixture";
import { type StopTracing, startTracing } from "@/lib/tracing/start-tracing";
import { traceIds } from "@/lib/tracing/tracing";

export const SENDER = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };
export const TRACEPARENT = `00-${SENDER.trace}-${SENDER.span}-01`;

/** Whole programs in this process, whose spans go to a collector, whose log to `lines`, whose deliveries to a receiver. */
export class TraceBench {
  readonly lines: Record<string, unknown>[] = [];
  readonly #stops: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly bench: EngineBench,
    readonly receiver: Receiver,
    readonly collector: OtlpReceiver,
  ) {}

  static async open(bench: EngineBench): Promise<TraceBench> {
    return new TraceBench(bench, await new Receiver().open(), await new OtlpReceiver().open());
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
    this.receiver.close();
    this.collector.close();
  }

  /** The whole program. `variables` are those that the SDK reads itself while it starts. */
  async program({ isTraced = true, variables = {} as Record<string, string> } = {}) {
    const { bench, lines } = this;
    const log = createLogger(
      { LOG_LEVEL: "debug" },
      { destination: { write: (text) => void lines.push(JSON.parse(text)) }, mixin: traceIds },
    );
    const { env } = globalThis.process;
    Object.assign(env, variables);
    let endTraces: StopTracing = await startTracing(isTraced ? readEnv(this.collector.settings).traces : null, log);
    for (const name of Object.keys(variables)) delete env[name];
    const db = createDatabase(bench.database.url, { isTraced: true });
    const runtime = { ...createTestRuntime(bench.database, "all"), db, log };
    const engines = await startEngines(runtime);
    const { actor: _, ...lent } = { ...bench.context(""), db };
    const app = createApp({ ...lent, ...engines, guard: runtime.guard, log }, { readSession: async () => null });
    let isStopped = false;
    /** Ends everything, and with that exports all spans. */
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      await engines.stop();
      await db.destroy();
      await endTraces(10_000);
      endTraces = async () => {};
    };
    this.#stops.push(stop);
    return { app, engines, stop };
  }

  /** A source whose every event goes to the receiver. */
  async incoming(source: object = {}) {
    const { bench } = this;
    const projectId = await bench.project("incoming");
    const endpointId = await bench.endpoint(projectId, `${this.receiver.url}/canary-path?token=canary-query`);
    const id = newId();
    const maskId = `canary${newId()}`;
    const row = { project_id: projectId, id, mask_id: maskId, name: "s", type: "http" as const, ...source };
    await bench.database.db.insertInto("sources").values(row).execute();
    await bench.database.db
      .insertInto("subscriptions")
      .values({
        project_id: projectId,
        id: newId(),
        name: "all",
        source_id: id,
        endpoint_id: endpointId,
        filter_config: JSON.stringify({ event_types: ["*"] }),
        retry_config: JSON.stringify({ type: "linear", duration: 1, retry_count: 5 }),
      })
      .execute();
    return { projectId, endpointId, sourceId: id, maskId };
  }

  async post(app: ReturnType<typeof createApp>, maskId: string, headers: Record<string, string> = {}) {
    return app.request(`/ingest/${maskId}?secret=canary-of-the-query`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer canary-credential", ...headers },
      body: '{"secret":"canary-payload"}',
    });
  }

  named(name: string, of: Partial<ReceivedSpan> = {}): ReceivedSpan[] {
    return this.collector.spans.filter((span) => span.name === name && (!of.traceId || span.traceId === of.traceId));
  }

  /** The one span of this name. */
  only(name: string, of: Partial<ReceivedSpan> = {}): ReceivedSpan {
    const [found, ...more] = this.named(name, of);
    if (found === undefined || more.length > 0) throw new Error(`There is not one span ${name}.`);
    return found;
  }

  delivered(count: number): Promise<true> {
    return until(async () => this.receiver.got.length >= count && true);
  }

  settled(projectId: string): Promise<true> {
    return until(async () => {
      const deliveries = await this.bench.deliveries(projectId);
      return deliveries.length > 0 && deliveries.every(({ status }) => status === "Success") && true;
    });
  }
}
