import { afterAll, beforeAll, expect, it } from "vitest";
import {
  bigint,
  bool,
  bytes,
  float,
  type Given,
  insertInto,
  int,
  json,
  statement,
  text,
  uuid,
  uuids,
  word,
} from "@/lib/db/statement";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/kernel/ids";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Row = {
  id: string | null;
  count: number | null;
  big: number;
  ratio: number | null;
  flag: boolean | null;
  kind: string | null;
  name: string | null;
  value: object | null;
  ids: string[];
  one: Buffer | null;
  other: Buffer | null;
};

const READ = statement("read", (given: Given<{ offset: number; rows: readonly Row[] }>) => {
  const offset = given.value("int", (input) => input.offset);
  const r = given
    .rows(({ rows }) => rows)
    .as("r", {
      place: int((_, place) => place),
      id: uuid((row) => row.id),
      count: int((row) => row.count),
      big: bigint((row) => row.big),
      ratio: float((row) => row.ratio),
      flag: bool((row) => row.flag),
      one: bytes((row) => row.one),
      kind: word((row) => row.kind),
      name: text((row) => row.name),
      value: json((row) => row.value),
      ids: uuids((row) => row.ids),
      other: bytes((row) => row.other),
    });
  return `select place + ${offset} as place, id, count, big, ratio, flag, kind, name, value::json as value, ids::uuid[] as ids,
    ${r.bytes("one")} as one, ${r.bytes("other")} as other, cardinality(${r.all("id")}) as length from ${r} order by place`;
});

it("gives a statement each value under the name of its column, whatever it is", async () => {
  const [id, other] = [newId(), newId()];
  const rows: Row[] = [
    {
      id,
      count: -3,
      big: 2 ** 53 - 1,
      ratio: 0.25,
      flag: true,
      kind: "linear",
      name: `"quoted", {braced} \\ NULL`,
      value: { a: ['"', null, 1.5] },
      ids: [id, other],
      one: Buffer.from([0, 255]),
      other: Buffer.alloc(0),
    },
    {
      id: null,
      count: null,
      big: 0,
      ratio: null,
      flag: null,
      kind: null,
      name: null,
      value: null,
      ids: [],
      one: null,
      other: Buffer.from("é"),
    },
  ];
  const { rows: read } = await database.db.pool.query(READ({ offset: 10, rows }));
  expect(read).toEqual(rows.map((row, place) => ({ ...row, place: place + 10, length: 2 })));
  const none = await database.db.pool.query(READ({ offset: 0, rows: [] }));
  expect(none.rows).toEqual([]);
});

it("keeps its text, so that a connection prepares it once", () => {
  const [one, other] = [READ({ offset: 1, rows: [] }), READ({ offset: 2, rows: [] })];
  expect(one.text).toBe(other.text);
  expect(one.name).toBe("read");
});

it("states the range of a list of ids beside it", async () => {
  const ids = [newId(), newId(), newId()];
  const among = statement(
    "among",
    (given: Given<string[]>) =>
      `select id from unnest('{${ids}}'::uuid[]) as t(id) where ${given.ids((all) => all).has("id")}`,
  );
  const read = async (wanted: string[]) => (await database.db.pool.query(among(wanted))).rows.map((row) => row.id);
  expect(await read([ids[2] as string, ids[0] as string])).toEqual([ids[0], ids[2]]);
  expect(await read([])).toEqual([]);
});

it("writes each column of an insert beside its expression", () => {
  expect(insertInto("rate_buckets", { lane_id: "$1", tokens: "0" })).toBe(
    "insert into rate_buckets (lane_id, tokens) select $1, 0",
  );
});
