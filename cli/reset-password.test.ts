import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { resetPasswordOf } from "@/cli/reset-password";
import { ApiBench } from "@/lib/api/api.fixture";
import { readEnv } from "@/lib/kernel/env";
import { INSTALLATION } from "@/lib/kernel/installation";
import { verifyPassword } from "@/lib/nouns/users/password";
import { findUser } from "@/lib/nouns/users/queries";

let bench: ApiBench;
let folder: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-reset-"));
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

const reset = (email: string, ask: (() => Promise<string>) | null) =>
  resetPasswordOf(
    readEnv({ DATABASE_URL: bench.database.url, HOOKYARD_DATA: folder, HOOKYARD_SECRET: "s".repeat(32) }),
    email,
    ask,
  );
const isPassword = async (id: string, password: string) =>
  verifyPassword(password, (await findUser(bench.services, id))?.password_hash ?? null);

it("generates a password if nobody can be asked, ends the sessions and records it in the audit log", async () => {
  const { id } = await bench.user({ isOwner: true });
  const printed = await reset(`${id}@example.com`.toUpperCase(), null);
  expect(printed).toContain("1 session ended");
  const password = /^Password {2}(\S{20})$/m.exec(printed)?.[1] ?? "";
  expect(await isPassword(id, password)).toBe(true);
  const told = await bench.services.db.selectFrom("audit_log").selectAll().where("resource_id", "=", id).execute();
  expect(told).toMatchObject([{ action: "user.password_reset", actor_kind: "system", project_id: INSTALLATION }]);
});

it("takes the typed password, prints none, and refuses a trivial one", async () => {
  const { id } = await bench.user();
  const email = `${id}@example.com`;
  await expect(reset(email, async () => "password123")).rejects.toMatchObject({ code: "invalid_fields" });
  await expect(reset(email, async () => "short")).rejects.toThrow("Use at least 8 characters.");
  expect(await reset(email, async () => "correct horse battery")).not.toContain("horse");
  expect(await isPassword(id, "correct horse battery")).toBe(true);
});

it("says that nobody has the email, and that an account is suspended", async () => {
  await expect(reset("nobody@example.com", null)).rejects.toThrow("Nobody here has the email nobody@example.com.");
  const { id } = await bench.user();
  await bench.services.db.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", id).execute();
  expect(await reset(`${id}@example.com`, null)).toContain("The account is suspended.");
});
