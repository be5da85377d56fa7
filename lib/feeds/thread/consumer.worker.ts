import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { brokers } from "@/lib/feeds/brokers/brokers";
import { changeStream } from "@/lib/feeds/change-stream/change-stream";
import type { IsolatedKind } from "@/lib/feeds/consumer";
import { MainCalls } from "@/lib/feeds/thread/main-calls";
import type { FromThread, IsolatedType, ThreadWork, ToThread } from "@/lib/feeds/thread/thread-work";
import { watchMemory } from "@/lib/feeds/thread/watch-memory";
import { createLogger } from "@/lib/kernel/log";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

const KINDS: Record<IsolatedType, IsolatedKind> = { pub_sub: brokers, db_change_stream: changeStream };
const ALIVE_MS = 5_000;

/** The thread of one source. An error outside of any await ends this thread and nothing else. */
async function serve(port: MessagePort, work: ThreadWork): Promise<void> {
  const tell = (message: FromThread) => port.postMessage(message);
  const stop = new AbortController();
  const main = new MainCalls(port);
  port.on("message", (message: ToThread) => {
    if (message.kind === "stop") stop.abort();
    else main.hear(message);
  });
  setInterval(() => tell({ kind: "alive" }), ALIVE_MS);
  watchMemory();
  tell({ kind: "started" });
  try {
    tell({ kind: "done", checks: await perform(work, main, stop.signal) });
  } catch (error) {
    tell({ kind: "failed", message: error instanceof Error && error.message ? error.message : String(error) });
  }
}

async function perform(
  work: ThreadWork,
  { store, report }: MainCalls,
  signal: AbortSignal,
): Promise<ConnectionCheck[]> {
  const { job, type, settings, source, maxPayloadBytes } = work;
  const kind = KINDS[type];
  const guard = createAddressGuard(work.allowList);
  if (job === "check") return kind.check({ settings, id: source.id, guard });
  const log = createLogger({ LOG_LEVEL: work.logLevel });
  const consumed = { id: source.id ?? "", name: source.name, settings };
  const task = { source: consumed, maxPayloadBytes, store, guard, log, report, signal };
  await (job === "consume" ? kind.consume(task) : kind.remove?.(task));
  return [];
}

if (!parentPort) throw new Error("This runs as a worker thread only.");
void serve(parentPort, workerData as ThreadWork);
