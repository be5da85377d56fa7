import "./node-version.mjs";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureInstalled, ROOT } from "./install.mjs";

// Runs every check, shows all output, and ends with `N passed, N failed` alone on the last line.

const total = { passed: 0, failed: 0 };

process.chdir(ROOT);
ensureInstalled();
await ensureBrowser();

const isBuilt = await check("build", ["node", "scripts/build.mjs"]);
await Promise.all([
  check("types", ["tsc", "--noEmit"]),
  inTurn([
    ["format and lint", ["biome", "check", "."]],
    ["layers and React", ["eslint", "--max-warnings=0", "."]],
    ["unused code", ["knip"]],
  ]),
]);
await count("vitest", ["vitest", "run", "--reporter=default", "--reporter=json"], {
  report: "test-results/unit.json",
  flag: "--outputFile.json=",
  read: (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }),
});
if (isBuilt) {
  await count("playwright", ["playwright", "test", "--pass-with-no-tests"], {
    report: "test-results/e2e.json",
    read: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  });
  await count("attack", ["tsx", "attack/run.ts"], {
    report: "test-results/attack.json",
    flag: "--report=",
    read: ({ held, broken }) => ({ passed: held, failed: broken }),
  });
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * Runs something that passes or fails as a whole. Its output is shown at its end, so that parallel checks do not mix.
 */
async function check(name, command) {
  const startedAt = Date.now();
  const { status, output } = await run(command, "pipe");
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
  if (status !== 0) console.log(output);
  total[status === 0 ? "passed" : "failed"] += 1;
  return status === 0;
}

async function inTurn(checks) {
  for (const [name, command] of checks) await check(name, command);
}

/** Runs a test runner and adds up its report. A run that fails without naming a failed test counts as one failure. */
async function count(name, command, { report, flag, read }) {
  console.log(`\n${name}`);
  rmSync(path.join(ROOT, report), { force: true });
  const { status } = await run(flag ? [...command, `${flag}${report}`] : command, "inherit");
  let result = { passed: 0, failed: 0 };
  try {
    result = read(JSON.parse(readFileSync(path.join(ROOT, report), "utf8")));
  } catch {
    console.log(`${name} left no report.`);
  }
  total.passed += result.passed;
  total.failed += status !== 0 && result.failed === 0 ? 1 : result.failed;
}

function run([program, ...args], stdio) {
  const isNode = program === "node";
  const file = isNode ? process.execPath : path.join(ROOT, "node_modules", ".bin", program);
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: ROOT, stdio: ["ignore", stdio, stdio] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    child.once("error", (error) => resolve({ status: 1, output: error.message }));
    child.once("close", (status) => resolve({ status, output }));
  });
}

/**
 * Ensures a browser for the end-to-end tests: the system's or Playwright's; if absent it is installed from Playwright,
 * else from Debian.
 */
async function ensureBrowser() {
  const { tsImport } = await import("tsx/esm/api");
  const hasBrowser = async () => {
    const { findBrowser } = await tsImport("../e2e/support/browser.ts", import.meta.url);
    return findBrowser() !== null;
  };
  if (await hasBrowser()) return;
  console.log("Getting a browser for the tests…");
  const ways = [
    [process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]],
    ["apt-get", ["update", "-qq"]],
    ["apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]],
  ];
  for (const [program, args] of ways) {
    spawnSync(program, args, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    if (await hasBrowser()) return;
  }
  console.error("There is no browser for the tests: install Chromium, or name one in HOOKYARD_BROWSER.");
  process.exit(1);
}
