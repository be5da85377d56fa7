import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "..");

/** Runs `npm ci` unless the installed packages match package-lock.json. Ends the process if npm fails. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.error("Installing…");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: ROOT,
    // With NODE_ENV=production npm would omit what builds and tests need.
    env: { ...process.env, NODE_ENV: "development" },
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error("npm ci failed: see above.");
  process.exit(1);
}

/** npm records what it installed in node_modules/.package-lock.json, without packages for other systems. */
function isInstalled() {
  const wanted = readPackages("package-lock.json");
  const present = readPackages("node_modules/.package-lock.json");
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([place, { version, optional, extraneous }]) => {
    if (place === "" || extraneous) return true;
    const found = present[place];
    return found ? found.version === version : optional === true;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), "utf8")).packages;
  } catch {
    return null;
  }
}
