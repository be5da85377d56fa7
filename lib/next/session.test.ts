import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { newId } from "@/lib/ids";
import { createReadSession, type ReadSession } from "@/lib/next/session";

const SECRET = "a secret of the tests, long enough";
const userId = newId();

let database: TestDatabase;
let readSession: ReadSession;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.insertInto("users").values({ id: userId, email: "ada@example.com" }).execute();
  readSession = createReadSession({ env: { HOOKYARD_URL: undefined } as never, db, sessionSecret: SECRET });
});
afterAll(() => database.close());

async function cookieOf(token: Record<string, unknown>, secret = SECRET): Promise<string> {
  return `theme=dark; next-auth.session-token=${await encode({ token, secret })}; other=1`;
}

it("knows the person of a cookie of ours", async () => {
  expect(await readSession(await cookieOf({ sub: userId, version: 1 }))).toEqual({ userId });
});

it("knows nobody without a cookie, with a forged one, or with one of an unknown person", async () => {
  expect(await readSession(null)).toBeNull();
  expect(await readSession("next-auth.session-token=abc")).toBeNull();
  expect(await readSession(await cookieOf({ sub: userId, version: 1 }, "another secret entirely"))).toBeNull();
  expect(await readSession(await cookieOf({ sub: newId(), version: 1 }))).toBeNull();
});

it("ends a session when the password changes and when the person is deleted", async () => {
  const { db } = database;
  const before = await cookieOf({ sub: userId, version: 1 });
  await db.updateTable("users").set({ session_version: 2 }).execute();
  expect(await readSession(before)).toBeNull();
  const after = await cookieOf({ sub: userId, version: 2 });
  expect(await readSession(after)).toEqual({ userId });
  await db.updateTable("users").set({ deleted_at: new Date() }).execute();
  expect(await readSession(after)).toBeNull();
});
