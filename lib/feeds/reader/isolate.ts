import { acceptMessage } from "@/lib/feeds/brokers/accept-message";
import type { ConsumerKind, ConsumerTask, SourceStore, SourceToCheck } from "@/lib/feeds/consumer";
import { forgetPosition, readPosition, savePosition } from "@/lib/feeds/positions";
import type { IsolatedType, ReaderWork } from "@/lib/feeds/reader/reader-work";
import { runReader } from "@/lib/feeds/reader/run-reader";
import { recordContent } from "@/lib/feeds/record-content";
import { noteRemains } from "@/lib/feeds/remains";
import type { Env } from "@/lib/kernel/env";
import { Turns } from "@/lib/kernel/turns";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

/** A type whose sources are each read in a process of their own; commits and positions stay in ours. */
export function isolate(type: IsolatedType): ConsumerKind {
  const run = async (job: "consume" | "remove", task: ConsumerTask) => {
    await runReader(await toWork(job, type, task), { store: toStore(task), report: task.report, signal: task.signal });
  };
  return { consume: (task) => run("consume", task), remove: (task) => run("remove", task) };
}

async function toWork(job: ReaderWork["job"], type: IsolatedType, task: ConsumerTask): Promise<ReaderWork> {
  const { source, services } = task;
  // Reads it anew: a change of the limit restarts the source, before this copy may have learned of it.
  const project = await services.snapshots.reload(source.projectId);
  return {
    job,
    type,
    settings: source.readSettings(),
    maxPayloadBytes: (project?.settings ?? ProjectSettings.parse({})).max_payload_read_size,
    source: { id: source.id, name: source.name },
    allowList: services.guard.allowList,
    logLevel: services.log.level as Env["LOG_LEVEL"],
  };
}

function toStore(task: ConsumerTask): SourceStore {
  const { pool } = task.ctx.db;
  const place = { projectId: task.ctx.projectId, sourceId: task.source.id };
  return {
    accept: (message) => acceptMessage(task, message),
    record: (content) => recordContent(task, content),
    readPosition: () => readPosition(pool, place),
    savePosition: (position) => savePosition(pool, place, position),
    forgetPosition: () => forgetPosition(pool, place),
    noteRemains: () => noteRemains(pool, place),
  };
}

/** How many connections are tested at once: each is a process, and anybody with a key may ask. */
const CHECK_MS = 60_000;
/** It is asked to end then, and is ended within this. */
const END_MS = 10_000;
const checks = new Turns(4, CHECK_MS + END_MS);

/** Tests a source's settings in a process of its own. Rejects with ConsumerCrash if that crashes. */
export async function checkIsolated(type: IsolatedType, input: SourceToCheck): Promise<ConnectionCheck[]> {
  const { settings, id, guard } = input;
  const endTurn = await checks.take();
  const work = { job: "check", type, settings, maxPayloadBytes: 0, source: { id, name: "" } } as const;
  try {
    const signal = AbortSignal.timeout(CHECK_MS);
    return await runReader({ ...work, allowList: guard.allowList, logLevel: "silent" }, { signal });
  } finally {
    endTurn();
  }
}
