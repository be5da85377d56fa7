import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { type Copy, startCopy } from "@/e2e/support/server";

const PRELOAD = pathToFileURL(path.resolve(import.meta.dirname, "support/hooked-promises.preload.mjs")).href;
const HAS_HOOKS = Number.parseInt(process.versions.node, 10) < 24;

test("a page that was rendered makes nothing else cost more for good", async () => {
  const copy = await startCopy({ NODE_OPTIONS: `--import ${PRELOAD}` });
  try {
    expect(await areHooked(copy)).toBe(false);
    for (const _ of ["first", "again"]) {
      expect((await fetch(`${copy.url}/sign-in`)).status).toBe(200);
      expect(await areHooked(copy)).toBe(HAS_HOOKS);
      await expect.poll(() => areHooked(copy), { timeout: 15_000 }).toBe(false);
    }
  } finally {
    await copy.dispose();
  }
});

/** Whether each promise of the copy costs a hook. */
async function areHooked(copy: Copy): Promise<boolean> {
  const before = copy.output().length;
  process.kill(copy.pid(), "SIGUSR2");
  const said = () => /promises have hooks: (true|false);/.exec(copy.output().slice(before))?.[1];
  await expect.poll(said).toBeDefined();
  return said() === "true";
}
