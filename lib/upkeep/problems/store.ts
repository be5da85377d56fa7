import type { Ask } from "@/lib/db/ask";
import { float, type Given, insertInto, int, statement, text, uuid } from "@/lib/db/statement";
import { newId } from "@/lib/kernel/ids";
import { ALERT_RULES } from "@/lib/nouns/alert-rules/rules";
import { type Comparison, isDue, type Stored } from "@/lib/upkeep/problems/compare";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

type At = { readonly thresholds: Thresholds; readonly now: Date };

const OPEN = `
select project_id, id, kind, subject_type, subject_id, subject_name, cause, amount, since, raised_at, missing_since
from problems where ended_at is null`;

/** All problems that are not over, also those that nobody is shown yet. */
export function readOpen(ask: Ask): Promise<Stored[]> {
  return ask<Stored>({ name: "read_open_problems", text: OPEN, values: [] });
}

/** Writes what a look has changed. */
export async function writeComparison(ask: Ask, comparison: Comparison, at: At): Promise<void> {
  const { appeared, changed, vanished, ended } = comparison;
  if (appeared.length > 0) await ask(APPEAR(appeared.map((one) => toRow(one, at))));
  if (changed.length > 0) await ask(CHANGE(changed));
  if (vanished.length > 0) await ask(VANISH(vanished));
  if (ended.length > 0) await ask(END(ended));
}

type Row = Found & { id: string; at: Date; since: Date; isRaised: boolean };

function toRow(found: Found, { thresholds, now }: At): Row {
  const since = found.since ?? now;
  return { ...found, id: newId(), at: now, since, isRaised: isDue({ ...found, since }, { thresholds, now }) };
}

const seconds = (at: Date | null) => at && at.getTime() / 1_000;

const APPEAR = statement("add_problems", (given: Given<readonly Row[]>) => {
  const p = given
    .rows((rows: readonly Row[]) => rows)
    .as("p", {
      project_id: uuid(({ projectId }) => projectId),
      id: uuid(({ id }) => id),
      kind: text(({ kind }) => kind),
      level: text(({ kind }) => ALERT_RULES[kind].level),
      subject_type: text(({ subjectType }) => subjectType),
      subject_id: text(({ subjectId }) => subjectId),
      subject_name: text(({ subjectName }) => subjectName),
      cause: text(({ cause }) => cause),
      amount: int(({ amount }) => amount),
      since: float(({ since }) => seconds(since)),
      raised_at: float(({ isRaised, at }) => (isRaised ? seconds(at) : null)),
    });
  return `${insertInto("problems", {
    project_id: "p.project_id",
    id: "p.id",
    kind: "p.kind",
    level: "p.level",
    subject_type: "p.subject_type",
    subject_id: "p.subject_id",
    subject_name: "p.subject_name",
    cause: "p.cause",
    amount: "p.amount",
    since: "to_timestamp(p.since)",
    raised_at: "to_timestamp(p.raised_at)",
  })} from ${p}`;
});

const CHANGE = statement("change_problems", (given: Given<readonly Stored[]>) => {
  const c = given
    .rows((rows: readonly Stored[]) => rows)
    .as("c", {
      project_id: uuid(({ project_id }) => project_id),
      id: uuid(({ id }) => id),
      subject_name: text(({ subject_name }) => subject_name),
      cause: text(({ cause }) => cause),
      amount: int(({ amount }) => amount),
      since: float(({ since }) => seconds(since)),
      raised_at: float(({ raised_at }) => seconds(raised_at)),
      missing_since: float(({ missing_since }) => seconds(missing_since)),
    });
  return `
update problems p
set subject_name = c.subject_name, cause = c.cause, amount = c.amount, since = to_timestamp(c.since),
  raised_at = to_timestamp(c.raised_at), missing_since = to_timestamp(c.missing_since)
from ${c} where p.project_id = c.project_id and p.id = c.id`;
});

const keysOf = (given: Given<readonly Stored[]>) =>
  given
    .rows((rows: readonly Stored[]) => rows)
    .as("k", { project_id: uuid(({ project_id }) => project_id), id: uuid(({ id }) => id) });

const VANISH = statement(
  "remove_problems",
  (given: Given<readonly Stored[]>) =>
    `delete from problems p using ${keysOf(given)} where p.project_id = k.project_id and p.id = k.id`,
);

/** It ended when it was missed first. */
const END = statement(
  "end_problems",
  (given: Given<readonly Stored[]>) => `
update problems p set ended_at = missing_since from ${keysOf(given)}
where p.project_id = k.project_id and p.id = k.id`,
);
