import { createAddressGuard } from "@/lib/egress/address-guard";
import { brokers } from "@/lib/feeds/brokers/brokers";
import { changeStream } from "@/lib/feeds/change-stream/change-stream";
import type { IsolatedKind } from "@/lib/feeds/consumer";
import { holdLittle } from "@/lib/feeds/reader/hold-little";
import { MainCalls } from "@/lib/feeds/reader/main-calls";
import { Parcel } from "@/lib/feeds/reader/parcel";
import type { FromReader, IsolatedType, ReaderWork, ToReader } from "@/lib/feeds/reader/reader-work";
import { createLogger } from "@/lib/kernel/log";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

const KINDS: Record<IsolatedType, IsolatedKind> = { pub_sub: brokers, db_change_stream: changeStream };
const ALIVE_MS = 5_000;

const outgoing = new Parcel<FromReader>((messages) => process.send?.(messages));
const tell = (message: FromReader, bytes?: number) => outgoing.add(message, bytes);

const stop = new AbortController();
const main = new MainCalls(tell);

process.on("message", (messages: ToReader[]) => {
  for (const message of messages) {
    if (message.kind === "work") void serve(message.work);
    else if (message.kind === "stop") stop.abort();
    else main.hear(message);
  }
});
// Whoever started it is gone, and whatever it would still read.
process.on("disconnect", () => process.exit(0));
// A terminal and a service manager send these to all processes of the program; what is to be done is said by `stop`.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// An error outside of any await: it ends this source's reader and nothing else.
process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
  process.send?.([{ kind: "crashed", message: toMessage(error), code: error?.code }] satisfies FromReader[], () =>
    process.exit(1),
  );
});

/** The process of one source: it does its one job, tells the outcome and is ended then. */
async function serve(work: ReaderWork): Promise<void> {
  setInterval(() => tell({ kind: "alive" }), ALIVE_MS);
  holdLittle();
  try {
    tell({ kind: "done", checks: await perform(work) });
  } catch (error) {
    tell({ kind: "failed", message: toMessage(error) });
  }
}

/** Libraries throw anything. */
function toMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error);
}

async function perform(work: ReaderWork): Promise<ConnectionCheck[]> {
  const { job, type, settings, source, maxPayloadBytes } = work;
  const kind = KINDS[type];
  const guard = createAddressGuard(work.allowList);
  if (job === "check") return kind.check({ settings, id: source.id, guard });
  const log = createLogger({ LOG_LEVEL: work.logLevel });
  const consumed = { id: source.id ?? "", name: source.name, settings };
  const { store, report } = main;
  const task = { source: consumed, maxPayloadBytes, store, guard, log, report, signal: stop.signal };
  await (job === "consume" ? kind.consume(task) : kind.remove?.(task));
  return [];
}
