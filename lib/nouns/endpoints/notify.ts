import type { Kysely } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { DB } from "@/lib/db/generated";
import { type Given, statement, text, uuid } from "@/lib/db/statement";
import { newId } from "@/lib/kernel/ids";
import { WAKE } from "@/lib/queue/wake";

/** A message to the people behind an endpoint. */
export type Notice = { projectId: string; endpointId: string; kind: NoticeKind; reason: string };
export type NoticeKind = "disabled" | "held" | "recovered" | "alert" | "incident";

const SUBJECTS: Record<NoticeKind, string> = {
  disabled: "is inactive: what comes for it is discarded",
  held: "is held: its deliveries wait",
  recovered: "is active again",
  alert: "fails too often",
  incident: "fails",
};

const NOTIFY = statement("notify", (given: Given<readonly Notice[]>) => {
  const n = given
    .rows((notices) => notices)
    .as("n", {
      project_id: uuid(({ projectId }) => projectId),
      endpoint_id: uuid(({ endpointId }) => endpointId),
      subject: text(({ kind }) => SUBJECTS[kind]),
      reason: text(({ reason }) => reason),
      chat_id: uuid(() => newId()),
      email_id: uuid(() => newId()),
    });
  return `
insert into notifications (id, project_id, endpoint_id, channel, subject, body)
select channel.id, e.project_id, e.id, channel.name, 'Endpoint ' || e.name || ' ' || n.subject,
  n.reason || E'\\nProject: ' || p.name || E'\\nEndpoint: ' || e.name || ' (' || e.id || ')'
from ${n}
join endpoints e on e.project_id = n.project_id and e.id = n.endpoint_id
join projects p on p.id = e.project_id
cross join lateral (values (n.chat_id, 'chat'), (n.email_id, 'email')) as channel(id, name)
where case channel.name when 'chat' then e.sealed_chat_webhook_url else e.support_email end <> ''`;
});

/**
 * Writes the notice for an endpoint's chat and support address to the outbox, in the transaction of its cause, so that
 * neither exists without the other. Does nothing for an endpoint without these addresses.
 */
export function notify(trx: Kysely<DB>, notice: Notice): Promise<void> {
  return notifyAll(trx, [notice]);
}

/** The same for several. */
export async function notifyAll(trx: Kysely<DB>, notices: readonly Notice[]): Promise<void> {
  const ask = askTransaction(trx);
  await ask(NOTIFY(notices));
  await ask(WAKE());
}
