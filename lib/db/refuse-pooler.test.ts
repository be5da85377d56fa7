import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "@/lib/db/open";
import { missingPooler, openPooler } from "@/lib/db/pooler.fixture";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const missing = missingPooler();
if (missing) console.log(`skipped: poolers before PostgreSQL: this machine has no ${missing}.`);

const open = (url: string) => openDatabase({ DATABASE_URL: url, HOOKYARD_DATA: "unused" }, {});

it("starts on PostgreSQL itself", async () => {
  const opened = await open(database.url);
  await opened.release();
});

describe.skipIf(missing)("PgBouncer", () => {
  it("in transaction mode is refused at the start, by name and with what to do", async () => {
    const pooler = await openPooler(database.url, "transaction");
    onTestFinished(() => pooler.close());
    await expect(open(pooler.url)).rejects.toThrow(
      /^DATABASE_URL leads to a pooler in transaction mode \(PgBouncer: pool_mode = transaction\).*pool_mode = session\.$/,
    );
  });

  it("in session mode is accepted", async () => {
    const pooler = await openPooler(database.url, "session");
    onTestFinished(() => pooler.close());
    const opened = await open(pooler.url);
    await opened.release();
  });
});
