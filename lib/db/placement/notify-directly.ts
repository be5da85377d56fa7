import type pg from "pg";

/**
 * A change that concerns several nodes is prepared on each, and none that has told somebody of itself can be. So a node
 * that Citus asked for its part of a change tells nobody: copies of the program see from its version that a configuration
 * is another, and by their next look what is due. Whoever writes by the names of shards, as the program does, is heard at
 * once.
 */
const NOTIFY_DIRECTLY = `
create or replace function notify_directly(channel text, payload text) returns void language plpgsql as $notify$
begin
  if current_setting('application_name') not like 'citus_internal%' then perform pg_notify(channel, payload); end if;
end $notify$`;

const TELLING = `
select pg_get_functiondef(oid) as definition from pg_proc
where pronamespace = 'public'::regnamespace and proname <> 'notify_directly' and prosrc like '%pg_notify(%'
order by proname`;

/** Makes the database's own functions tell nobody where that would refuse the change. */
export async function makeNotifyDirect(client: pg.ClientBase): Promise<void> {
  await client.query(NOTIFY_DIRECTLY);
  const { rows } = await client.query<{ definition: string }>(TELLING);
  for (const { definition } of rows) {
    await client.query(definition.replaceAll(/(?:pg_catalog\.)?pg_notify\(/g, "notify_directly("));
  }
}
