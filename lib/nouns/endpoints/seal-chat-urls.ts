import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import type { SecretBox } from "@/lib/kernel/secret-box";

const AT_ONCE = 500;

type Plain = { project_id: string; id: string; chat_webhook_url: string };

/**
 * Encrypts chat addresses that an older version stored in plain text, those of deleted endpoints too, in batches.
 * Copies that start together, and one that still runs the older version, do not disturb each other.
 */
export async function sealChatUrls(db: Kysely<DB>, box: SecretBox): Promise<void> {
  for (;;) {
    const { rows } = await sql<Plain>`
      select project_id, id, chat_webhook_url from endpoints where chat_webhook_url is not null
      order by project_id, id limit ${AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    const sealed = rows.map(({ chat_webhook_url: url }) => (url === "" ? null : box.seal(url)));
    await sql`
      update endpoints e
      set chat_webhook_url = null, sealed_chat_webhook_url = case when w.plain = '' then e.sealed_chat_webhook_url else w.sealed end
      from unnest(${rows.map((row) => row.project_id)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => row.chat_webhook_url)}::text[], ${sealed}::text[]) as w(project_id, id, plain, sealed)
      where e.project_id = w.project_id and e.id = w.id and e.chat_webhook_url = w.plain`.execute(db);
  }
}
