import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { CertificateNotes } from "@/lib/sending/certificate-notes";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Notes that are written when a test says so, and not by themselves. */
async function makeNotes(nowMs?: () => number): Promise<CertificateNotes> {
  const notes = new CertificateNotes({
    pool: database.db.pool,
    log: pino({ level: "silent" }),
    ...(nowMs && { nowMs }),
  });
  await notes.stop();
  return notes;
}

const ENDS = new Date("2026-09-01T00:00:00Z");
const LATER = new Date("2026-12-01T00:00:00Z");

it("a host is written when it is new, once a day, and when its certificate changes, ten minutes later at the soonest", async () => {
  let nowMs = 0;
  const { pool } = database.db;
  const notes = await makeNotes(() => nowMs);
  const written = async (host: string, validTo: Date) => {
    notes.note(host, validTo);
    return notes.write();
  };
  expect(await written("a.example", ENDS)).toBe(1);
  expect(await written("b.example:8443", ENDS)).toBe(1);
  expect(await written("a.example", ENDS)).toBe(0);
  nowMs = 599_999;
  expect(await written("a.example", LATER)).toBe(0);
  nowMs = 600_000;
  expect(await written("a.example", LATER)).toBe(1);
  nowMs += 86_399_999;
  expect(await written("a.example", LATER)).toBe(0);
  nowMs += 1;
  expect(await written("a.example", LATER)).toBe(1);
  const { rows } = await pool.query("select host, valid_to from receiver_certificates order by host");
  expect(rows).toEqual([
    { host: "a.example", valid_to: LATER },
    { host: "b.example:8443", valid_to: ENDS },
  ]);
});

it("what could not be written is written the next time", async () => {
  const { pool } = database.db;
  const notes = await makeNotes();
  notes.note("c.example", ENDS);
  await pool.query("alter table receiver_certificates rename to away");
  await expect(notes.write()).rejects.toMatchObject({ code: "42P01" });
  await pool.query("alter table away rename to receiver_certificates");
  expect(await notes.write()).toBe(1);
  expect(await notes.write()).toBe(0);
});
