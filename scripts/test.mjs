import "./node-version.mjs";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { check, checkSource, run } from "./checks.mjs";
import { failuresOfPlaywright, failuresOfVitest, tellFailures } from "./failures.mjs";
import { ensureInstalled, ROOT } from "./install.mjs";
import { makeMemoryFolder } from "./memory-folder.mjs";

// Runs every check, shows all output, and ends with how long each part took, what failed, and `N passed, N failed` alone on
// the last line. Where few tests failed, their files run once more with nothing beside them: when all of that passes, the
// tests count as passed, and are named as unsteady with why they failed. That is a bug of the test or of the program.
//
// With TEST_NODE, the file of another Node.js, the tests on Citus, the programs of the browser's tests and of the attack run
// on that one, and the unit tests that depend most on it run on both.

const MOST_AGAIN = 5;
const CITUS = "/usr/lib/postgresql/15/lib/citus.so";
/** What holds on a distributed database as on one server: what people and programs ask for. */
const ON_CITUS = [
  ...["lib/api/contract", "lib/api/routes.test.ts", "lib/api/writing-routes.test.ts", "lib/nouns"],
  "lib/program/engines.backup.test.ts",
];
const OF_EACH_NODE = ["kernel", "filter", "signing", "wire", "egress", "sending"];
const total = { passed: 0, failed: 0 };
const failures = [];
const unsteady = [];
const took = [];

process.chdir(ROOT);
ensureInstalled();
const memory = makeMemoryFolder();
if (memory) process.env.TMPDIR = memory;
else console.log("The tests' temporary files are on a disk: there is no room for them in memory, which is quicker.");
const lts = findLts();
await ensureBrowser();

const build = await time("build", () => check("build", ["node", "scripts/build.mjs"]));
// Tests mostly wait. The checks of the source take the processors only while nobody else does.
const source = time("source, beside vitest", () => checkSource({ isPatient: true }));
await count("vitest", ["vitest", "run", "--reporter=default", "--reporter=json"], ofVitest("test-results/unit.json"));
for (const { name, holds, output } of [build, ...(await source)]) {
  total[holds ? "passed" : "failed"] += 1;
  if (!holds) failures.push({ runner: "check", name, why: output });
}
if (lts !== null) {
  const folders = OF_EACH_NODE.map((folder) => `lib/${folder}`);
  await count(
    `vitest on Node.js ${lts.version}`,
    ["vitest", "run", ...folders, "--reporter=default", "--reporter=json"],
    {
      ...ofVitest("test-results/unit-lts.json"),
      node: lts.file,
    },
  );
}
// The attack leaves a third of two cores idle.
await Promise.all([testOnCitus(), build.holds && attack()]);
if (build.holds) {
  await count("playwright", ["playwright", "test", "--pass-with-no-tests"], {
    report: "test-results/e2e.json",
    read: (json) => ({
      passed: json.stats.expected + json.stats.flaky,
      failed: json.stats.unexpected,
      failures: failuresOfPlaywright(json),
    }),
    // A trace of every test would take a fifth of their time: what failed gets one.
    again: (failures) => [
      "playwright",
      "test",
      ...failures.map(placeOf),
      "--trace",
      "on",
      "--output=test-results/again",
    ],
    node: lts?.file,
  });
}

console.log(`\n${took.join("\n")}`);
if (failures.length > 0) console.log(`\n${tellFailures(failures, "✗").join("\n")}`);
if (unsteady.length > 0) console.log(`\n${tellFailures(unsteady, "unsteady, passed when alone:").join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function testOnCitus() {
  if (!existsSync(CITUS)) {
    console.log(`skipped: a distributed database (there is no ${CITUS})`);
    return;
  }
  await count("vitest on Citus", ["vitest", "run", ...ON_CITUS, "--reporter=default", "--reporter=json"], {
    ...ofVitest("test-results/unit-citus.json"),
    env: { DATABASE: "citus" },
    node: lts?.file,
  });
}

async function attack() {
  await count("attack", ["tsx", "attack/run.ts"], {
    report: "test-results/attack.json",
    flag: "--report=",
    read: ({ held, broken, failures }) => ({ passed: held, failed: broken, failures }),
    node: lts?.file,
  });
}

/** Does a part of the whole, and notes how long it took. */
async function time(part, work) {
  const startedAt = performance.now();
  const result = await work();
  took.push(`${part}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return result;
}

/** As the command line of Playwright takes it: `journey.spec.ts:11`. */
function placeOf({ name }) {
  return name.split(" › ")[0];
}

function ofVitest(report) {
  return {
    report,
    flag: "--outputFile.json=",
    read: (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests, failures: failuresOfVitest(json) }),
    again: (failures) => ["vitest", "run", ...new Set(failures.map(({ file }) => file))],
  };
}

/** The other Node.js to test on: its file and its version. Null, and said so, if none is named. */
function findLts() {
  const file = process.env.TEST_NODE;
  if (!file) {
    console.log(`skipped: another Node.js than ${process.versions.node} (TEST_NODE names none)`);
    return null;
  }
  const { status, stdout } = spawnSync(file, ["-p", "process.versions.node"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`TEST_NODE names no Node.js: ${file}`);
  return { file, version: stdout.trim() };
}

/** A test runner, whose report is added up. One that ends badly without naming a failed test counts as one. */
async function count(name, command, { report, flag, read, again, node, env }) {
  console.log(`\n${name}`);
  rmSync(path.join(ROOT, report), { force: true });
  const line = flag ? [...command, `${flag}${report}`] : command;
  const { status, output } = await time(name, () => run(line, "inherit", { node, env }));
  let result = { passed: 0, failed: 0, failures: [] };
  try {
    result = read(JSON.parse(readFileSync(path.join(ROOT, report), "utf8")));
  } catch {
    console.log(`${name} left no report.`);
  }
  total.passed += result.passed;
  const named = result.failures.map((failure) => ({ runner: name, ...failure }));
  if (again && (await passesAgain(name, result, { again, node, env }))) {
    total.passed += result.failed;
    unsteady.push(...named);
    return;
  }
  failures.push(...named);
  if (status !== 0 && result.failed === 0) {
    total.failed += 1;
    // Such as an error that no test waited for: it is what the runner tells last.
    if (named.length === 0) failures.push({ runner: name, name: `ended with ${status}`, why: output, isLast: true });
  }
  total.failed += result.failed;
}

/** Whether each failure is of a test, they are few, and all of their files pass by themselves. */
async function passesAgain(name, { failed, failures: found }, { again, node, env }) {
  if (failed === 0 || failed !== found.length || failed > MOST_AGAIN) return false;
  console.log(`\n${name}, what failed once more`);
  const { status } = await time(`${name}, once more`, () => run(again(found), "inherit", { node, env }));
  return status === 0;
}

/** The browser of the end-to-end tests: the system's or Playwright's; got from Playwright, else from Debian, if absent. */
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
    ["apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"]],
  ];
  for (const [program, args] of ways) {
    spawnSync(program, args, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    if (await hasBrowser()) return;
  }
  console.error("There is no browser for the tests: install Chromium, or name one in HOOKYARD_BROWSER.");
  process.exit(1);
}
