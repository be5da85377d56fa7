import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "@/lib/db/test-database";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { StartupError } from "@/lib/kernel/startup-error";
import { recognizeKeys } from "@/lib/keys/recognize-keys";

const key = (byte: number) => Buffer.alloc(32, byte);
const idsOf = (...bytes: number[]) => createSecretBox(bytes.map(key)).keyIds;

it("refuses a copy without any of the keys, takes one on rotation, and lets one of two new copies be first", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const begun = await Promise.allSettled([recognizeKeys(database.db, idsOf(1)), recognizeKeys(database.db, idsOf(2))]);
  expect(begun.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const first = begun[0].status === "fulfilled" ? 1 : 2;
  await expect(recognizeKeys(database.db, idsOf(3))).rejects.toThrow(StartupError);
  await recognizeKeys(database.db, idsOf(3, first));
  await recognizeKeys(database.db, idsOf(3));
});
