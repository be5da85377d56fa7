import { createHash } from "node:crypto";
import { createSender, type Sender } from "@/lib/egress/send";
import { delay } from "@/lib/feeds/back-off";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { ConsumerKind, ConsumerTask } from "@/lib/feeds/consumer";
import { decidePlace, type Item, type Place, readItems, START } from "@/lib/feeds/polling/read-answer";
import { MAX_ANSWER_BYTES, requestPage } from "@/lib/feeds/polling/request-page";
import { readPosition, savePosition } from "@/lib/feeds/positions";
import { recordContent } from "@/lib/feeds/record-content";
import type { SourcePosition } from "@/lib/intake/recorder";
import { RestApi } from "@/lib/nouns/sources/rest-api-schemas";

/** Further pages are left to the next poll. */
const MAX_PAGES = 100;
/** How many items of an answer wait for their commit at once. */
const TOGETHER = 200;

type Stored = { scope: string; place: Place; next_poll_at: string | null };
type Polling = { task: ConsumerTask; settings: RestApi; sender: Sender; scope: string };

/**
 * Polls an API. It commits each answer's items, and with the last of them the position of the next request: after a
 * crash in between the same request is repeated, and committed items are recognized by their ids. A failed poll ends
 * the consumer, so that the supervisor's pause and health apply.
 */
export const poller: ConsumerKind = {
  async consume(task) {
    const settings = RestApi.parse(task.source.readSettings());
    const sender = createSender({ guard: task.services.guard, maxResponseBytes: MAX_ANSWER_BYTES });
    const polling = { task, settings, sender, scope: scopeOf(settings) };
    try {
      while (!task.signal.aborted) {
        const at = await readPlace(polling);
        if (at.waitMs > 0) {
          task.report.connected();
          task.report.polled({ at: null, nextAt: new Date(Date.now() + at.waitMs), items: null });
        }
        await delay(at.waitMs, task.signal);
        if (!task.signal.aborted) await poll(polling, at);
      }
    } catch (error) {
      if (!(error instanceof NotCommitted)) throw error;
    } finally {
      await sender.close();
    }
  },
};

/** Another address or another way of paging starts over. */
function scopeOf({ url, method, body, item_path, pagination }: RestApi): string {
  return createHash("sha256")
    .update(JSON.stringify([url, method, body, item_path, pagination]))
    .digest("hex");
}

type At = { version: bigint; place: Place; waitMs: number };

async function readPlace({ task, settings, scope }: Polling): Promise<At> {
  const { ctx, source } = task;
  const saved = await readPosition(ctx.db.pool, { projectId: ctx.projectId, sourceId: source.id });
  const stored = saved?.position as Stored | undefined;
  const version = saved?.version ?? 0n;
  if (stored?.scope !== scope) return { version, place: START, waitMs: 0 };
  const waitMs = stored.next_poll_at ? Date.parse(stored.next_poll_at) - Date.now() : 0;
  // The interval may have become shorter since.
  const mostMs = settings.interval_seconds * 1000;
  return { version, place: stored.place, waitMs: Math.min(Math.max(0, waitMs), mostMs) };
}

async function poll(polling: Polling, { version, place }: At): Promise<void> {
  const { task, settings, sender } = polling;
  const startedAt = new Date();
  task.report.polled({ at: startedAt, nextAt: null, items: null });
  let here = place;
  let items = 0;
  for (let page = 1; !task.signal.aborted; page++) {
    const answer = await requestPage(sender, settings, here, task.signal);
    if (task.signal.aborted) return;
    const found = answer.json === null ? [] : readItems(settings, answer.json);
    const next =
      answer.json === null
        ? { place: settings.pagination.type === "cursor" ? here : START, more: false }
        : decidePlace(settings, here, { ...answer, json: answer.json, items: found.length });
    const isLast = !next.more || page === MAX_PAGES;
    const nextAt = isLast ? new Date(Date.now() + settings.interval_seconds * 1000) : null;
    version += 1n;
    items += await recordPage(polling, found, toPosition(polling, version, next.place, nextAt));
    here = next.place;
    task.report.connected();
    if (!isLast) continue;
    task.report.polled({ at: startedAt, nextAt, items });
    return;
  }
}

function toPosition({ scope }: Polling, version: bigint, place: Place, nextAt: Date | null): SourcePosition {
  return { version, position: { scope, place, next_poll_at: nextAt?.toISOString() ?? null } satisfies Stored };
}

/** Commits the items, the last one with the position, and returns how many of them are new. */
async function recordPage({ task }: Polling, items: readonly Item[], position: SourcePosition): Promise<number> {
  const { ctx, source } = task;
  const last = items.at(-1);
  if (!last) {
    await savePosition(ctx.db.pool, { projectId: ctx.projectId, sourceId: source.id }, position);
    return 0;
  }
  let fresh = 0;
  const record = async (item: Item, position?: SourcePosition) => {
    const { text, identity, eventType } = item;
    if (!(await recordContent(task, { json: text, identity, eventType, position })).isDuplicate) fresh += 1;
  };
  for (let from = 0; from < items.length - 1; from += TOGETHER) {
    await Promise.all(items.slice(from, Math.min(from + TOGETHER, items.length - 1)).map((item) => record(item)));
  }
  await record(last, position);
  return fresh;
}
