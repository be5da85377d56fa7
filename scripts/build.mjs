import "./node-version.mjs";
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { ensureBundle, readStamp, writeStamp } from "./bundle.mjs";
import { ensureInstalled, ROOT } from "./install.mjs";
import { hashSources } from "./source-hash.mjs";

const PAGES = ["app", "components", "lib", "public", "next.config.ts", "postcss.config.mjs", "tailwind.config.ts"];
const SETTINGS = ["tsconfig.json", "package-lock.json", "scripts"];
const STAMP = path.join(ROOT, ".next", ".sources");

/** Builds dist/ and .next/ unless they match the present sources. Ends the process if a build fails. */
export async function ensureBuilt() {
  const hash = hashSources([...PAGES, ...SETTINGS]);
  const arePagesBuilt = readStamp(STAMP) === hash;
  if (!arePagesBuilt) console.error("Building…");
  try {
    // The bundle first: next looks for the files of dist/ that the pages import.
    await ensureBundle();
    if (!arePagesBuilt) await buildPages(hash);
  } catch (error) {
    console.error(`The build failed: ${error.message}`);
    process.exit(1);
  }
}

async function buildPages(hash) {
  rmSync(STAMP, { force: true });
  const next = path.join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const status = await new Promise((resolve) => child.once("close", resolve));
  if (status !== 0) throw new Error(`next build ended with ${status}.\n${output}`);
  writeStamp(STAMP, hash);
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled();
  await ensureBuilt();
}
