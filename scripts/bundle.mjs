import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";
import { hashSources } from "./source-hash.mjs";

const SOURCES = ["lib", "cli", "server.ts", "tsconfig.json", "package-lock.json", "scripts"];
const STAMP = path.join(ROOT, "dist", ".sources");

/** Bundles the server, the command line, and the threads and processes that they start into dist/, unless they match the present sources. */
export async function ensureBundle() {
  const hash = hashSources(SOURCES);
  if (readStamp(STAMP) === hash) return;
  const { build, stop } = await import("esbuild");
  rmSync(path.join(ROOT, "dist"), { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: { server: "server.ts", cli: "cli/main.ts", boot: "lib/next/boot.ts", ...besides() },
    outdir: "dist",
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    // Libraries choose their production build by it.
    banner: { js: 'process.env.NODE_ENV ??= "production";' },
    logLevel: "warning",
  });
  // Otherwise its helper process would live as long as the server that follows.
  await stop();
  writeStamp(STAMP, hash);
}

/** `lib/functions/sandbox.worker.ts` becomes `dist/sandbox.worker.js`, and so does each `.process.ts`. */
function besides() {
  const files = readdirSync(path.join(ROOT, "lib"), { recursive: true })
    .filter((file) => /\.(worker|process)\.ts$/.test(file))
    .map((file) => path.join("lib", file));
  return Object.fromEntries(files.map((file) => [path.basename(file, ".ts"), file]));
}

export function readStamp(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

export function writeStamp(file, hash) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, hash);
}
