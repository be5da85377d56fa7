import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const MODULE = path.join(import.meta.dirname, "memory-folder.mjs");

/** What another process tells of the folder that it makes with these options: `null`, or its path and mode. */
async function makeWith(options: object): Promise<null | { folder: string; mode: string }> {
  const code = `
    import { statSync, writeFileSync } from "node:fs";
    import { makeMemoryFolder } from ${JSON.stringify(MODULE)};
    const folder = makeMemoryFolder(${JSON.stringify(options)});
    if (folder) writeFileSync(folder + "/file", "");
    console.log(JSON.stringify(folder && { folder, mode: (statSync(folder).mode & 0o7777).toString(8) }));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code]);
  return JSON.parse(stdout);
}

it("is there for every account until its process ends, and gone then with what is in it", async () => {
  const made = await makeWith({ place: os.tmpdir(), room: 1 });
  expect(made).toEqual({ folder: expect.stringContaining(os.tmpdir()), mode: "1777" });
  expect(existsSync(made?.folder ?? "")).toBe(false);
});

it("is not made where there is no such place, or not enough room", async () => {
  expect(await makeWith({ place: "/nowhere", room: 1 })).toBeNull();
  expect(await makeWith({ place: os.tmpdir(), room: 2 ** 60 })).toBeNull();
});
