import { spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { ROOT } from "./install.mjs";

/** Characters: an error with its stack and its lines of code. */
const MOST_KEPT = 4_000;

const CACHED = ["--cache", "--cache-strategy=content", "--cache-location=node_modules/.cache/eslint/"];

/**
 * Checks what can be said of the source without running it; two at a time. Resolves to the results of `check`. With `isQuick`
 * the linter looks only at files that changed themselves: what a change elsewhere means for their types it does not see.
 * With `isPatient` all else that runs goes before.
 */
export async function checkSource({ isQuick = false, isPatient = false } = {}) {
  const lint = ["eslint", "--max-warnings=0", ...(isQuick ? CACHED : []), "."];
  const inTurn = async (checks) => {
    const results = [];
    for (const [name, command] of checks) results.push(await check(name, command, { isPatient }));
    return results;
  };
  const results = await Promise.all([
    inTurn([
      ["types", ["tsc", "--noEmit"]],
      ["unused code", ["knip"]],
    ]),
    inTurn([
      ["table of providers", ["node", "scripts/providers.mjs", "--check"]],
      ["formatting", ["biome", "check", "."]],
      ["rules of the house", lint],
    ]),
  ]);
  return results.flat();
}

/**
 * One thing that passes or fails as a whole: resolves to its `name`, whether it `holds`, and its `output`, which is shown at
 * its end, so that checks side by side do not mix.
 */
export async function check(name, command, { isPatient = false } = {}) {
  const startedAt = Date.now();
  const { status, output } = await run(command, "pipe", { isPatient });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (status !== 0) console.log(output);
  return { name, holds: status === 0, output };
}

/**
 * Runs a program of this package, by another Node.js if one is named, and so all that it starts. `output` is what it printed,
 * or, with "inherit", where that is shown at once, the last of what it printed as errors.
 */
export function run([program, ...args], stdio, { isPatient = false, node, env: more } = {}) {
  const file = program === "node" ? (node ?? process.execPath) : path.join(ROOT, "node_modules", ".bin", program);
  // The folder of this Node.js may have other programs, which are not to go before those of the machine.
  const paths = [...(node ? [path.dirname(node)] : []), process.env.PATH];
  const env = { ...process.env, ...more, PATH: paths.join(path.delimiter) };
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: ROOT, env, stdio: ["ignore", stdio, "pipe"] });
    if (isPatient && child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        if (stdio === "pipe") return;
        output = output.slice(-MOST_KEPT);
        process.stderr.write(chunk);
      });
    }
    child.once("error", (error) => resolve({ status: 1, output: error.message }));
    child.once("close", (status) => resolve({ status, output }));
  });
}
