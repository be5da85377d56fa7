import "./node-version.mjs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

// npm run package -- OUT [--embedded]: builds, and writes what runs in production to the folder OUT.

const USAGE =
  "npm run package -- OUT [--embedded]: OUT is a folder that is new or empty; --embedded adds PostgreSQL for this system.";

const { out, embedded } = readArguments();
ensureInstalled();
await ensureBuilt();
const { writePackage } = await import("./package/write-package.mjs");
try {
  const { files, bytes } = await writePackage(out, { embedded });
  console.log(`${path.resolve(out)}: ${(bytes / 1e6).toFixed(1)} MB in ${files.toLocaleString("en")} files.`);
  if (!embedded) console.log("It has no PostgreSQL of its own: it needs DATABASE_URL.");
} catch (error) {
  console.error(`No package was made: ${error.message}.`);
  process.exitCode = 1;
}

function readArguments() {
  try {
    const options = { embedded: { type: "boolean", default: false } };
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    if (positionals.length !== 1) throw new Error("name one folder");
    return { out: positionals[0], embedded: values.embedded };
  } catch (error) {
    console.error(`${error.message}.\n${USAGE}`);
    process.exit(1);
  }
}
