import { setTimeout as pause } from "node:timers/promises";
import { type Books, readAccounts, shownBooks } from "@/bench/accounts";
import { type AcceptedEvent, type Completeness, reckon } from "@/bench/ledger";
import type { LoadResult } from "@/bench/load/record";
import type { Stage } from "@/bench/stage";

const LOOK_MS = 200;

type Kept = Pick<Stage, "project" | "books">;

const booksOf = ({ project, books }: Kept): Books => books ?? shownBooks(project);

/** Waits until no delivery waits any more, for a bounded time. */
export async function waitUntilSettled(stage: Kept, patienceMs: number): Promise<void> {
  const books = booksOf(stage);
  const end = Date.now() + patienceMs;
  while ((await books.isWaiting()) && Date.now() < end) await pause(LOOK_MS);
}

/** Compares by ids the acknowledged events of these loads with their results. */
export async function checkCompleteness(
  stage: Kept & Pick<Stage, "receiver" | "lanes">,
  loads: readonly LoadResult[],
): Promise<Completeness> {
  const accepted = loads.flatMap(listAccepted);
  const to = accepted.reduce((most, { number }) => Math.max(most, number + 1), 0);
  const { times } = await stage.receiver.call("arrivals", { from: 0, to: to * stage.lanes });
  const accounts = await readAccounts(
    booksOf(stage),
    accepted.map(({ uid }) => uid),
  );
  return reckon(
    accepted,
    (number) => arrivalsOf(times.subarray(number * stage.lanes, (number + 1) * stage.lanes)),
    (uid) => accounts.get(uid) ?? null,
  );
}

/** An event has arrived once each lane has it; further arrivals count beyond the first. */
function arrivalsOf(times: Uint32Array): number {
  if (times.includes(0)) return 0;
  return times.reduce((sum, each) => sum + each, 0) - times.length + 1;
}

function listAccepted({ firstNumber, statuses, uids }: LoadResult): AcceptedEvent[] {
  const accepted: AcceptedEvent[] = [];
  statuses.forEach((status, place) => {
    if (status >= 200 && status < 300) accepted.push({ number: firstNumber + place, uid: uids[place] ?? "" });
  });
  return accepted;
}
