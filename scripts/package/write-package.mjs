import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ROOT } from "../install.mjs";
import { listEmbedded } from "./embedded.mjs";
import { listLegalFiles, packageOf, writeNotice } from "./modules.mjs";
import { traceModules } from "./trace.mjs";

const NOT_FOR_SERVING = [
  /^\.next\/(cache|types|diagnostics|build|dev|trace[^/]*|turbopack|\.sources|required-server-files\.js)(\/|$)/,
  // The maps of dist/ are for the stacks in the log.
  /^(?!dist\/).*\.map$/,
  /\.nft\.json$/,
  /^dist\/\.sources$/,
];

/**
 * Writes what the built program needs to run, and nothing else, to a folder that does not exist yet. Nothing in it has to
 * be written later. Returns its size.
 */
export async function writePackage(out, { embedded = false } = {}) {
  const folder = path.resolve(out);
  refuseFilled(folder);
  const { files: postgres, links } = embedded ? listEmbedded() : { files: [], links: [] };
  const modules = [...(await traceModules()), ...postgres];
  const packages = new Set(modules.map(packageOf));
  const legal = [...packages].flatMap(listLegalFiles);
  const manifests = [...packages].map((place) => `${place}/package.json`);
  const built = ["dist", ".next", "public", "lib/db/migrations"].flatMap(filesBelow);
  const files = new Set(["LICENSE", ...built.filter(isForServing), ...modules, ...manifests, ...legal]);
  for (const file of files) copy(file, path.join(folder, file));
  for (const { file, to } of links) symlinkSync(to, path.join(folder, file));
  await writeOwnFiles(folder);
  return measure(folder);
}

function refuseFilled(folder) {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (!entry.isDirectory() || readdirSync(folder).length > 0) {
    throw new Error(`${folder} is there already: name a folder that is new or empty`);
  }
}

const isForServing = (file) => !NOT_FOR_SERVING.some((pattern) => pattern.test(file));

function filesBelow(place) {
  return readdirSync(path.join(ROOT, place), { withFileTypes: true }).flatMap((entry) => {
    const file = `${place}/${entry.name}`;
    if (!isForServing(file)) return [];
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

/** Anybody may read a copy, whatever this user's umask. */
function copy(file, to) {
  const from = path.join(ROOT, file);
  const entry = lstatSync(from);
  makeFolder(path.dirname(to));
  if (entry.isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  copyFileSync(from, to);
  chmodSync(to, entry.mode & 0o100 ? 0o755 : 0o644);
}

function makeFolder(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}

async function writeOwnFiles(folder) {
  const write = (file, text, mode = 0o644) => {
    writeFileSync(path.join(folder, file), text);
    chmodSync(path.join(folder, file), mode);
  };
  const manifest = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const { name, version, description, license, type, engines, scripts } = manifest;
  const own = { name, version, description, license, private: true, type, engines };
  const bin = { hookyard: "hookyard.mjs" };
  write("package.json", `${JSON.stringify({ ...own, bin, scripts: { start: scripts.start } }, null, 2)}\n`);
  write("hookyard.mjs", '#!/usr/bin/env node\nimport "./dist/cli.js";\n', 0o755);
  write("NOTICE", writeNotice(manifest));
  write("next.config.mjs", await toJavaScript("next.config.ts"));
  // It names the folder of the build.
  const built = readFileSync(path.join(ROOT, ".next/required-server-files.json"), "utf8");
  write(".next/required-server-files.json", built.replaceAll(JSON.stringify(ROOT).slice(1, -1), "."));
}

/** Next.js would need its compiler to read TypeScript. */
async function toJavaScript(file) {
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(path.join(ROOT, file), "utf8"), { loader: "ts", format: "esm" });
  return code;
}

function measure(folder) {
  const entries = readdirSync(folder, { recursive: true })
    .map((name) => lstatSync(path.join(folder, name)))
    .filter((entry) => !entry.isDirectory());
  return { files: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) };
}
