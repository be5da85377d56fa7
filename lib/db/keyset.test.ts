import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPage, type Slice, sliceOrder, withinSlice } from "@/lib/db/keyset";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import type { Page } from "@/lib/wire/fields";
import { Paging } from "@/lib/wire/list-query";

type Thing = { id: string };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table things (id uuid primary key, kept boolean not null)`.execute(database.db);
});
afterAll(() => database.close());

/** A UUIDv7 of one of a few milliseconds, so that most ids share theirs with others. */
const id = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.uint8Array({ minLength: 10, maxLength: 10 }))
  .map(([ms, random]) => {
    const hex = Buffer.from(random).toString("hex");
    const time = (1_700_000_000_000 + ms).toString(16).padStart(12, "0");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
  });

async function fill(ids: string[], kept: boolean[]) {
  await sql`truncate things`.execute(database.db);
  const flags = ids.map((_, i) => kept[i % kept.length] ?? true);
  await sql`insert into things select * from unnest(${ids}::uuid[], ${flags}::boolean[])`.execute(database.db);
  return ids.filter((_, i) => flags[i]);
}

async function read(slice: Slice): Promise<Thing[]> {
  const { rows } = await sql<Thing>`select id from things where kept and ${withinSlice("id", slice)}
    order by id ${sql.raw(sliceOrder(slice))} limit ${slice.limit}`.execute(database.db);
  return rows;
}

const idsOf = (page: Page<Thing>) => page.content.map((row) => row.id);

async function walk(given: object, key: "next" | "prev", start?: string): Promise<Page<Thing>[]> {
  const pages: Page<Thing>[] = [];
  for (let cursor = start; ; ) {
    const query = { ...given, direction: key, ...(cursor && { [`${key}_page_cursor`]: cursor }) };
    const page = await readPage(Paging.parse(query), read);
    pages.push(page);
    if (!page.pagination[`has_${key}_page`]) return pages;
    cursor = page.pagination[`${key}_page_cursor`];
  }
}

describe("readPage", () => {
  it("visits each row once in order, and the same pages row for row on the way back", async () => {
    const rows = fc.uniqueArray(id, { maxLength: 40 });
    const kept = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(
      rows,
      kept,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom("asc", "DESC"),
      async (ids, flags, perPage, sort) => {
        const listed = (await fill(ids, flags)).sort();
        if (sort === "DESC") listed.reverse();
        const forward = await walk({ perPage, sort }, "next");
        expect(forward.flatMap(idsOf)).toEqual(listed);
        forward.forEach(({ pagination }, i) => {
          expect(pagination.has_prev_page).toBe(i > 0);
          expect(pagination.has_next_page).toBe(i < forward.length - 1);
          expect(pagination.prev_page_cursor === "").toBe(!pagination.has_prev_page);
          expect(pagination.next_page_cursor === "").toBe(!pagination.has_next_page);
        });
        const last = forward.at(-1);
        if (!last?.pagination.has_prev_page) return;
        const backward = await walk({ perPage, sort }, "prev", last.pagination.prev_page_cursor);
        expect(backward.reverse().map(idsOf)).toEqual(forward.slice(0, -1).map(idsOf));
        expect(backward.map((page) => page.pagination)).toEqual(forward.slice(0, -1).map((page) => page.pagination));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it("says exactly whether there is a page before and behind, whatever was deleted meanwhile", async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(id, { minLength: 2, maxLength: 12 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (ids, flags, perPage) => {
        await fill(ids, [true]);
        const [first] = await walk({ perPage }, "next");
        if (!first?.pagination.has_next_page) return;
        const cursor = first.pagination.next_page_cursor;
        const boundary = first.content.at(-1)?.id ?? "";
        const left = (await fill(ids, flags)).sort().reverse();
        const page = await readPage(Paging.parse({ perPage, next_page_cursor: cursor }), read);
        const after = left.filter((row) => row < boundary);
        const before = left.filter((row) => row >= boundary);
        expect(idsOf(page)).toEqual(after.slice(0, perPage));
        expect(page.pagination.has_next_page).toBe(after.length > perPage);
        expect(page.pagination.has_prev_page).toBe(before.length > 0);
        if (!page.pagination.has_prev_page) return;
        const back = await walk({ perPage }, "prev", page.pagination.prev_page_cursor);
        expect(back.reverse().flatMap(idsOf)).toEqual(before);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it("refuses each cursor that it did not issue", async () => {
    await fill([fc.sample(id, 1)[0] ?? "", fc.sample(id, 1)[0] ?? ""], [true]);
    const [first] = await walk({ perPage: 1 }, "next");
    const cursor = first?.pagination.next_page_cursor ?? "";
    const flipped = [...cursor].map(
      (_, i) => cursor.slice(0, i) + (cursor[i] === "A" ? "B" : "A") + cursor.slice(i + 1),
    );
    const forged = [...flipped, "x", cursor.slice(1), `${cursor}A`, "' or 1=1 --", "☃", cursor.repeat(3)];
    for (const next_page_cursor of forged) {
      await expect(readPage(Paging.parse({ next_page_cursor }), read)).rejects.toMatchObject({
        code: "invalid_cursor",
        status: 400,
      });
    }
  });
});
