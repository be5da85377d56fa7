import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../install.mjs";

// The version before this one, whose copies run beside those of this one while a rollout lasts: UPGRADING.md.

/** `{ version, commit }` of the release before this version. */
export const LAST_RELEASE = JSON.parse(readFileSync(path.join(import.meta.dirname, "last-release.json"), "utf8"));

/** With NODE_ENV=production npm would omit what the build needs. */
const BUILD_ENV = { ...process.env, NODE_ENV: "development" };

/** Whether this checkout has the release: a clone of the newest commit alone has not. */
export function hasLastRelease() {
  return git("cat-file", "-e", `${LAST_RELEASE.commit}^{commit}`).status === 0;
}

/** `{ name, hash }` of the migrations that were released, as Git hashes a file's content. */
export function listReleasedMigrations() {
  const { stdout } = git("ls-tree", LAST_RELEASE.commit, "lib/db/migrations/");
  return [...stdout.toString().matchAll(/ blob (\w+)\tlib\/db\/migrations\/(.+\.sql)$/gm)].map(([, hash, name]) => ({
    name,
    hash,
  }));
}

/**
 * Installs and builds the release, without its dashboard, in a folder of its own, once; returns the folder. Throws, with
 * what was printed, if that fails. Packages come from this checkout if they are the same, else from the registry, unless
 * npm has them.
 */
export function ensureLastRelease() {
  const { version, commit } = LAST_RELEASE;
  const place = path.join(ROOT, ".cache", `release-${version}-${commit.slice(0, 8)}`);
  if (existsSync(place)) return place;
  // Half a folder is none.
  mkdirSync(path.dirname(place), { recursive: true });
  const folder = mkdtempSync(`${place}.`);
  try {
    const archive = git("archive", "--format=tar", commit);
    if (archive.status !== 0) throw new Error(`git archive: ${archive.stderr}`);
    demand(spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout }), "tar");
    shareModules(folder);
    // Programs call it, and nobody opens its dashboard, which takes more than half of the build.
    rmSync(path.join(folder, "app", "(dashboard)"), { recursive: true });
    const build = { cwd: folder, env: BUILD_ENV };
    demand(spawnSync(process.execPath, ["scripts/build.mjs"], build), "the build of the last release");
    renameSync(folder, place);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return place;
}

/**
 * Links the files of this checkout's packages into the release and lets npm change what differs: to unpack them all again
 * takes a minute. Where that is not possible (a `cp` without `-l`, another disk) the release's build installs them.
 */
function shareModules(folder) {
  const from = path.join(ROOT, "node_modules");
  const to = path.join(folder, "node_modules");
  if (spawnSync("cp", ["-al", from, to]).status === 0) {
    // npm writes this one in place, which would change it here, too.
    const list = path.join(to, ".package-lock.json");
    rmSync(list);
    copyFileSync(path.join(from, ".package-lock.json"), list);
    if (spawnSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, env: BUILD_ENV }).status === 0) return;
  }
  rmSync(to, { recursive: true, force: true });
}

function git(...args) {
  return spawnSync("git", args, { cwd: ROOT, maxBuffer: 256 * 1024 ** 2 });
}

function demand({ status, stdout, stderr }, what) {
  if (status !== 0) throw new Error(`${what} ended with ${status}:\n${stdout}${stderr}`);
}
