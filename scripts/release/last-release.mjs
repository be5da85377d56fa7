import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ROOT } from "../install.mjs";

// The version before this one, whose copies run beside those of this one while a rollout lasts: UPGRADING.md.

/** `{ version, commit }` of the release before this version. */
export const LAST_RELEASE = JSON.parse(readFileSync(path.join(import.meta.dirname, "last-release.json"), "utf8"));

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
    const build = { cwd: folder, env: { ...process.env, NODE_ENV: "development" } };
    demand(spawnSync(process.execPath, ["scripts/build.mjs"], build), "the build of the last release");
    renameSync(folder, place);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return place;
}

/**
 * Links the files of this checkout's packages into the release, if it has the same, since to unpack them again takes a
 * minute. Where that is not possible (a `cp` without `-l`, another disk) the release's build installs them.
 */
function shareModules(folder) {
  const [ours, theirs] = [ROOT, folder].map((place) => {
    const { packages } = JSON.parse(readFileSync(path.join(place, "package-lock.json"), "utf8"));
    return { ...packages, "": null };
  });
  const to = path.join(folder, "node_modules");
  if (!isDeepStrictEqual(ours, theirs)) return;
  if (spawnSync("cp", ["-al", path.join(ROOT, "node_modules"), to]).status !== 0)
    rmSync(to, { recursive: true, force: true });
}

function git(...args) {
  return spawnSync("git", args, { cwd: ROOT, maxBuffer: 256 * 1024 ** 2 });
}

function demand({ status, stdout, stderr }, what) {
  if (status !== 0) throw new Error(`${what} ended with ${status}:\n${stdout}${stderr}`);
}
