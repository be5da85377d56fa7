import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { compareMinors } from "@/lib/db/beside";
import { version } from "@/lib/kernel/version";
import { hasLastRelease, LAST_RELEASE, listReleasedMigrations } from "@/scripts/release/last-release.mjs";

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8");

/** As Git names a file's content. */
function hashOf(file: string): string {
  const content = Buffer.from(read(file));
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

it("follows the last release by one minor version at most, or is a patch of it", () => {
  const [ownMinor, lastMinor] = [version, LAST_RELEASE.version].map((one) => Number(one.split(".")[1]));
  expect(compareMinors(version, LAST_RELEASE.version)).toBeGreaterThanOrEqual(0);
  expect(Number(ownMinor) - Number(lastMinor)).toBeLessThanOrEqual(1);
});

it("has the last release in the changelog, with its day", () => {
  expect(read("CHANGELOG.md")).toMatch(
    new RegExp(`^## \\[${LAST_RELEASE.version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`, "m"),
  );
});

it.each(["deploy/kubernetes/web.yaml", "deploy/kubernetes/worker.yaml", "deploy/kubernetes/migration.yaml"])(
  "names this version in %s",
  (file) => expect(read(file)).toContain(`image: hookyard:${version}\n`),
);

describe.skipIf(!hasLastRelease())("the migrations of the last release", () => {
  it("are as they were", () => {
    const released = listReleasedMigrations();
    expect(released.length).toBeGreaterThan(0);
    const changed = released.filter(({ name, hash }) => hashOf(`lib/db/migrations/${name}`) !== hash);
    expect(changed.map(({ name }) => name)).toEqual([]);
  });
});
