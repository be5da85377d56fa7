import type pg from "pg";
import { delay } from "@/lib/feeds/back-off";
import { checkChangeStream } from "@/lib/feeds/change-stream/check";
import { connect, toClientConfig } from "@/lib/feeds/change-stream/connect";
import type { ReplicationMessage } from "@/lib/feeds/change-stream/pgoutput";
import { ChangeQueue, type Pending, type Round } from "@/lib/feeds/change-stream/queue";
import { ReplicationStream } from "@/lib/feeds/change-stream/replication";
import {
  createSlot,
  dropPublication,
  dropSlot,
  ensurePublication,
  findSlot,
  readConfirmed,
  readSlotLag,
} from "@/lib/feeds/change-stream/slot";
import { readSnapshot } from "@/lib/feeds/change-stream/snapshot";
import { readLsn } from "@/lib/feeds/change-stream/to-event";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { IsolatedKind, IsolatedTask } from "@/lib/feeds/consumer";
import type { SourcePosition } from "@/lib/intake/recorder";
import { slotNameOf } from "@/lib/nouns/sources/db-change-stream";
import { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";

const LAG_MS = 5_000;
/** Changes come back for as long as their slot does; their keys are kept at least so long. */
const REMEMBER_SECONDS = 7 * 86_400;

/**
 * Follows a publication. Changes are committed in the order of their transactions' commits, and with the last one how far
 * the server's log is read; only then is that confirmed to the server. After a crash in between the same transactions come
 * once more: those behind the saved position are passed over, and a part of one is known by its keys.
 */
export const changeStream: IsolatedKind = {
  check: ({ settings, guard, id }) => checkChangeStream(DbChangeStream.parse(settings), guard, id),

  async consume(task) {
    const settings = DbChangeStream.parse(task.source.settings);
    const checks = await checkChangeStream(settings, task.guard, task.source.id);
    const failed = checks.find((check) => !check.ok);
    if (failed) throw new Error(failed.message);
    const control = await connect(settings, task.guard);
    try {
      if (!task.signal.aborted) await follow(task, settings, control);
    } catch (error) {
      if (!(error instanceof NotCommitted)) throw error;
    } finally {
      await control.end().catch(() => {});
    }
  },

  async remove({ source, guard }) {
    const settings = DbChangeStream.parse(source.settings);
    const name = slotNameOf(source.id);
    const control = await connect(settings, guard);
    try {
      await dropSlot(control, name);
      await dropPublication(control, name);
    } finally {
      await control.end().catch(() => {});
    }
  },
};

async function follow(task: IsolatedTask, settings: DbChangeStream, control: pg.Client): Promise<void> {
  const slot = slotNameOf(task.source.id);
  const publication = await ensurePublication(control, settings, slot);
  const doneUpTo = await prepareSlot(task, settings, { control, slot, publication });
  if (task.signal.aborted) return;
  const queue = new ChangeQueue(slot, new Set(settings.operations), doneUpTo);
  let wake = () => {};
  let letIn = () => {};
  const hears = {
    message(message: ReplicationMessage) {
      queue.push(message);
      wake();
      if (!queue.isFull) return;
      return new Promise<void>((resolve) => {
        letIn = resolve;
      });
    },
    keepalive(lsn: bigint) {
      queue.keepalive(lsn);
      wake();
    },
  };
  const stream = new ReplicationStream(toClientConfig(settings, task.guard), hears, settings);
  const stopped = new Promise<void>((resolve) => {
    if (task.signal.aborted) resolve();
    else task.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const telling = new AbortController();
  try {
    await stream.start({ slot, publication, confirmed: await readConfirmed(control, slot) });
    task.report.connected();
    const told = tellLag(task, control, slot, telling.signal);
    told.catch(() => {});
    while (!task.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const round = queue.take();
      if (round) {
        await commitRound(task, round);
        if (round.upTo !== null) stream.confirm(round.upTo);
      } else await Promise.race([woken, stopped, stream.ended, told]);
      if (!queue.isFull) letIn();
    }
  } finally {
    telling.abort();
    await stream.close();
  }
}

type Prepared = { control: pg.Client; slot: string; publication: string };

/** Makes the slot where it is not there, with the snapshot when that is asked for; answers what was committed before. */
async function prepareSlot(
  task: IsolatedTask,
  settings: DbChangeStream,
  { control, slot, publication }: Prepared,
): Promise<bigint> {
  const { store, guard } = task;
  const saved = await store.readPosition();
  const found = await findSlot(control, slot);
  if (found && !found.isLost) {
    if (saved) return saved.version;
    if (!settings.snapshot) return 0n;
  }
  if (saved) await forgetLost(task, slot, found ? "had lost its log" : "was gone");
  if (found) await dropSlot(control, slot);
  await store.noteRemains();
  const replication = await connect(settings, guard, { replication: true });
  try {
    const { lsn, snapshot } = await createSlot(replication, slot, settings.snapshot);
    if (snapshot === null) return 0n;
    return await commitSnapshot(task, control, { snapshot, publication, slot, lsn });
  } finally {
    await replication.end().catch(() => {});
  }
}

async function forgetLost({ report, store }: IsolatedTask, slot: string, how: string): Promise<void> {
  report.problem(`The replication slot ${slot} ${how} and is made anew: changes in between may be missing.`);
  await store.forgetPosition();
}

/** Commits the rows of a slot's snapshot, the last one together with the position; returns what is committed then. */
async function commitSnapshot(
  task: IsolatedTask,
  control: pg.Client,
  from: Parameters<typeof readSnapshot>[1],
): Promise<bigint> {
  let last: Pending | null = null;
  for await (const rows of readSnapshot(control, from)) {
    await commitAll(task, last ? [last, ...rows.slice(0, -1)] : rows.slice(0, -1));
    last = rows.at(-1) ?? null;
    if (task.signal.aborted) throw new NotCommitted("Stopped within the snapshot.");
  }
  const end = { version: readLsn(from.lsn), position: { snapshot: from.lsn } };
  if (last) await commitOne(task, last, end);
  else await task.store.savePosition(end);
  return end.version;
}

async function commitRound(task: IsolatedTask, { changes, upTo, endsTransaction }: Round): Promise<void> {
  const last = changes.at(-1);
  if (!last) return;
  await commitAll(task, changes.slice(0, -1));
  const position = upTo !== null && endsTransaction ? { version: upTo, position: {} } : undefined;
  await commitOne(task, last, position);
}

async function commitAll(task: IsolatedTask, changes: readonly Pending[]): Promise<void> {
  await Promise.all(changes.map((change) => commitOne(task, change)));
}

async function commitOne(task: IsolatedTask, { json, eventType, key }: Pending, position?: SourcePosition) {
  const identity = { key, mayRepeat: true, rememberSeconds: REMEMBER_SECONDS };
  await task.store.record({ json, eventType, identity, position });
}

/** Ends, or rejects, with the connection that it asks on. */
async function tellLag(task: IsolatedTask, control: pg.Client, slot: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const lag = await readSlotLag(control, slot);
    if (lag !== null) task.report.lag(Math.max(0, lag), "bytes");
    await delay(LAG_MS, signal);
  }
}
