import { openConnection } from "@/lib/db/connection";

/**
 * Copies a project's endpoint and its subscription until there are this many, directly in the tables, which is quicker
 * than by thousands of requests; those of each project where `projectID` is null. `only` names the endpoint if there are others. With `inLanes` each is a lane of its
 * receiver.
 */
export async function multiplyEndpoints(
  databaseUrl: string,
  projectID: string | null,
  { count, only, inLanes = false }: { count: number; only?: string; inLanes?: boolean },
): Promise<void> {
  const client = await openConnection(databaseUrl);
  const copy = async (table: string, endpoint: "id" | "endpoint_id", changes: Record<string, string>) => {
    const { rows } = await client.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'",
      [table],
    );
    const values = rows.map(({ name }) => changes[name] ?? `t.${name}`);
    await client.query(
      `insert into ${table} (${rows.map(({ name }) => name).join(", ")})
       select ${values.join(", ")} from (select * from ${table} where project_id = coalesce($1, project_id) and ${endpoint} = coalesce($3, ${endpoint})) t, generate_series(2, $2::int) n`,
      [projectID, count, only ?? null],
    );
  };
  const id = (of: string) => `md5(${of} || ' ' || n)::uuid`;
  try {
    await client.query("begin");
    if (inLanes) {
      const query = `?lane=0&of=${count}`;
      const all = "update endpoints set url = url || $2 where project_id = coalesce($1, project_id)";
      await client.query(all, [projectID, query]);
    }
    await copy("endpoints", "id", {
      id: id("t.id"),
      name: "t.name || n",
      url: "replace(t.url, 'lane=0', 'lane=' || n - 1)",
    });
    await copy("endpoint_secrets", "endpoint_id", { id: id("t.id"), endpoint_id: id("t.endpoint_id") });
    await copy("subscriptions", "endpoint_id", {
      id: id("t.id"),
      name: "t.name || n",
      endpoint_id: id("t.endpoint_id"),
    });
    await client.query("commit");
    await client.query("analyze endpoints, subscriptions, endpoint_secrets");
  } finally {
    await client.end();
  }
}
