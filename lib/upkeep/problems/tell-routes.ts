import type { Transaction } from "kysely";
import type { Ask } from "@/lib/db/ask";
import type { DB } from "@/lib/db/generated";
import { newId } from "@/lib/kernel/ids";
import type { AlertRouteType, AlertRuleKind, ProblemLevel, ProblemSubject } from "@/lib/kernel/vocabulary";
import { problemTitle } from "@/lib/nouns/problems/words";
import { WAKE } from "@/lib/queue/wake";
import type { MessageContent } from "@/lib/upkeep/messages/content";
import { subjectOf, textOf } from "@/lib/upkeep/messages/words";
import { countWaiting } from "@/lib/upkeep/problems/count-waiting";
import { decideTellings, type OpenProblem, type Telling } from "@/lib/upkeep/problems/decide-tellings";
import { limitTold, makeMessages, projectOf } from "@/lib/upkeep/problems/make-messages";
import type { Rules } from "@/lib/upkeep/problems/read-rules";
import { FORGET, REMEMBER } from "@/lib/upkeep/problems/tellings";

type Telltale = { readonly rules: Rules; readonly now: Date; readonly publicUrl: string };

type Route = {
  project_id: string;
  id: string;
  name: string;
  type: AlertRouteType;
  kinds: AlertRuleKind[] | null;
  pause_seconds: number;
  last_message_at: Date | null;
  project_name: string | null;
};

/** The routes whose project is in trouble, or that know of some. */
const ROUTES = `
select r.project_id, r.id, r.name, r.type, r.kinds, r.pause_seconds, r.last_message_at,
  p.name as project_name
from alert_routes r left join projects p on p.id = r.project_id
where r.is_enabled and (
  exists (select from problems b where b.project_id = r.project_id and b.ended_at is null and b.raised_at is not null)
  or exists (select from alert_tellings t where t.project_id = r.project_id and t.route_id = r.id)
)`;

/** Writes the messages that routes are to be sent now, with what they know from then on. Returns how many. */
export async function tellRoutes(trx: Transaction<DB>, ask: Ask, telltale: Telltale): Promise<number> {
  const routes = await ask<Route>({ name: "read_alert_routes", text: ROUTES, values: [] });
  const open = new Map<string, OpenRow[]>();
  let messages = 0;
  for (const route of routes) {
    const rows = open.get(route.project_id) ?? (await readRaised(ask, route.project_id));
    open.set(route.project_id, rows);
    messages += await tellRoute(trx, ask, route, rows, telltale);
  }
  if (messages > 0) await ask(WAKE());
  return messages;
}

type OpenRow = {
  kind: AlertRuleKind;
  level: ProblemLevel;
  subject_type: ProblemSubject;
  subject_id: string;
  subject_name: string;
  cause: string;
  amount: number | null;
  since: Date;
};

function readRaised(ask: Ask, projectId: string): Promise<OpenRow[]> {
  const text = `
select kind, level, subject_type, subject_id, subject_name, cause, amount, since from problems
where project_id = $1 and ended_at is null and raised_at is not null order by since, id`;
  return ask<OpenRow>({ name: "read_raised_problems", text, values: [projectId] });
}

type TellingRow = Pick<OpenRow, "level" | "subject_type" | "subject_id" | "subject_name" | "since">;

async function readTellings(ask: Ask, { project_id, id }: Route): Promise<Telling[]> {
  const text = `
select level, subject_type, subject_id, subject_name, since from alert_tellings
where project_id = $1 and route_id = $2 order by since`;
  const rows = await ask<TellingRow>({ name: "read_alert_tellings", text, values: [project_id, id] });
  return rows.map((row) => ({ subject: toSubject(row), level: row.level, since: row.since }));
}

async function tellRoute(
  trx: Transaction<DB>,
  ask: Ask,
  route: Route,
  rows: readonly OpenRow[],
  { rules, now, publicUrl }: Telltale,
): Promise<number> {
  const open = rows.map((row) => {
    const isWanted = route.kinds === null || route.kinds.includes(row.kind);
    return toOpenProblem(row, isWanted && !rules.isSilenced(row.kind, route.project_id, now));
  });
  const decided = decideTellings(
    { lastMessageAt: route.last_message_at, pauseSeconds: route.pause_seconds },
    { open, tellings: await readTellings(ask, route), now },
  );
  const told = limitTold(route.type, decided);
  const project = projectOf(route.project_id, route.project_name);
  const waiting = await countWaiting(ask, route.project_id, told.opened);
  const messages = makeMessages(route.type, told, { project, publicUrl, now, waiting });
  if (messages.length === 0) return 0;
  if (told.opened.length > 0) await ask(REMEMBER({ route, told: told.opened }));
  if (told.over.length > 0) await ask(FORGET({ route, told: told.over }));
  await writeMessages(trx, route, messages, now);
  return messages.length;
}

function toOpenProblem(row: OpenRow, isForRoute: boolean): OpenProblem {
  const { kind, level, cause, since } = row;
  return { subject: toSubject(row), kind, level, title: problemTitle(row), cause, since, isForRoute };
}

function toSubject({ subject_type, subject_id, subject_name }: TellingRow) {
  return { type: subject_type, id: subject_id, name: subject_name };
}

async function writeMessages(
  trx: Transaction<DB>,
  route: Route,
  messages: readonly MessageContent[],
  now: Date,
): Promise<void> {
  await trx
    .insertInto("notifications")
    .values(
      messages.map((content) => ({
        id: newId(),
        project_id: route.project_id,
        route_id: route.id,
        route_name: route.name,
        channel: route.type,
        subject: subjectOf(content),
        body: textOf(content),
        content: JSON.stringify(content),
      })),
    )
    .execute();
  await trx
    .updateTable("alert_routes")
    .set({ last_message_at: now })
    .where("project_id", "=", route.project_id)
    .where("id", "=", route.id)
    .execute();
}
