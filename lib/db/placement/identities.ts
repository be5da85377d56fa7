import type pg from "pg";

/**
 * Numbers a row where many servers do so, each for itself: an identity numbers nothing in a shard. From the highest bit:
 * microseconds since 2020 (51 bits, until 2091), 6 bits of the node, 6 bits of the call. `row_draws` begins on each node
 * with the node's number in its highest 16 bits, which is how Citus makes it there.
 *
 * A call ends in a later microsecond than the one that it counts, so the next call of a session, and of whoever waits
 * for its transaction, gets a greater number. Calls of many sessions in one microsecond differ by what they drew: fewer
 * than 64 draws fit in the five microseconds that a call may take, or it begins anew.
 *
 * What is relied on:
 * - `ordered_deliveries.position`: among those that wait in a line, who came later has the greater one. A line is
 *   changed under its lock, and a batch joins in the order of its rows. It is in no key.
 * - `id` of the deltas: unique within a project, and the oldest are about the least, which are folded first. The
 *   greatest of a project's tells whether one was added (`watermarks.ts`).
 * - A shard changes its node, and a row may be numbered by the coordinator: the clocks of nodes must differ by less than
 *   what lies between. A move lets nobody write for longer than that; a row that comes by way of the coordinator right
 *   after one that did not, or the reverse, may be numbered before it by as much as the clocks differ.
 * - No clock is set back.
 *
 * These numbers are greater than 2^53. No statement of the program returns one of them as a number.
 */
const NUMBER_ROW = `
create or replace function number_row() returns bigint language plpgsql as $number$
declare
  began timestamptz;
  draw bigint;
begin
  loop
    began := clock_timestamp();
    draw := nextval('row_draws');
    while clock_timestamp() = began loop null; end loop;
    exit when clock_timestamp() < began + interval '5 microseconds';
  end loop;
  return (((date_part('epoch', began) * 1000000)::bigint - 1577836800000000) << 12)
    | (((draw >> 48) & 63) << 6) | (draw & 63);
end $number$`;

/** The least number that no row gets until then; a double is near enough, since numbers of a microsecond are 4,096. */
export function numberAfter(at: Date): number {
  return (at.getTime() + 1 - Date.UTC(2020)) * 1_000 * 4_096;
}

/** A table without rows, whose default draws the numbers. */
export const NUMBERS_TABLE = "row_draws_of_node";

/** A sequence gets to all nodes, and to those that join later, as the default of a table that is there. It stays empty. */
const DRAWS = [
  `create table ${NUMBERS_TABLE} (draw bigint primary key)`,
  `create sequence row_draws owned by ${NUMBERS_TABLE}.draw`,
  `alter table ${NUMBERS_TABLE} alter column draw set default nextval('row_draws')`,
];

/** Makes what numbers rows, on every node. */
export async function makeNumbers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>("select to_regclass($1) is not null as made", [NUMBERS_TABLE]);
  if (rows[0]?.made !== true) {
    for (const statement of DRAWS) await client.query(statement);
    await client.query("select create_reference_table($1)", [NUMBERS_TABLE]);
  }
  await client.query(NUMBER_ROW);
}

/** Has the rows of a table that is to be spread numbered by the nodes. Those that are there keep their numbers. */
export async function replaceIdentities(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(attname) as column from pg_attribute
     where attrelid = to_regclass($1) and attidentity <> '' and not attisdropped`,
    [table],
  );
  for (const { column } of rows) {
    await client.query(`alter table ${table} alter column ${column} drop identity`);
    await client.query(`alter table ${table} alter column ${column} set default number_row()`);
  }
}
