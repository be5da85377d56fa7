import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { newId } from "@/lib/ids";

/** What those behind an endpoint hear of it. */
export type Notice = { projectId: string; endpointId: string; kind: NoticeKind; reason: string };
export type NoticeKind = "disabled" | "held" | "recovered" | "alert";

const SUBJECTS: Record<NoticeKind, string> = {
  disabled: "is inactive: what comes for it is discarded",
  held: "is held: its deliveries wait",
  recovered: "is active again",
  alert: "fails too often",
};

/**
 * Puts what an endpoint's chat and support address are to be told into the outbox, in the transaction of what happened, so
 * that neither is there without the other. Does nothing for an endpoint that names neither.
 */
export async function notify(trx: Kysely<DB>, notice: Notice): Promise<void> {
  await sql`
    insert into notifications (id, project_id, endpoint_id, channel, subject, body)
    select channel.id, e.project_id, e.id, channel.name,
      'Endpoint ' || e.name || ${` ${SUBJECTS[notice.kind]}`},
      ${notice.reason} || E'\nProject: ' || p.name || E'\nEndpoint: ' || e.name || ' (' || e.id || ')'
    from endpoints e
    join projects p on p.id = e.project_id
    cross join (values (${newId()}::uuid, 'chat'), (${newId()}::uuid, 'email')) as channel(id, name)
    where e.project_id = ${notice.projectId} and e.id = ${notice.endpointId}
      and case channel.name when 'chat' then e.sealed_chat_webhook_url else e.support_email end <> ''`.execute(trx);
  await sql`select pg_notify('hookyard_work', '')`.execute(trx);
}
