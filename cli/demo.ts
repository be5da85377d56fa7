import { parseArgs } from "node:util";
import { TROUBLED } from "@/cli/demo/answers";
import { fillDemo, isFilled } from "@/cli/demo/fill";
import { type DemoProject, openDemoProject } from "@/cli/demo/open-project";
import { lastSevenDays } from "@/cli/demo/past/rhythm";
import { removeDemos } from "@/cli/demo/remove";
import { type DemoEndpointIds, ensureEndpoints } from "@/cli/demo/set-up";
import { sendMetaEvents } from "@/cli/demo/surroundings";
import { ApiError } from "@/lib/api/client";
import { refuseDistributed } from "@/lib/db/placement/shard-map";
import { readEnv } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { createCommandRuntime } from "@/lib/program/create-runtime";
import { type Runtime, systemContext } from "@/lib/program/runtime";

const { values } = parseArgs({
  options: { again: { type: "boolean", default: false }, remove: { type: "boolean", default: false } },
});

/** Held by the one process that makes or removes a demo. */
const TRY_TO_LEAD = "select pg_try_advisory_lock(hashtextextended('npm run demo', 17)) as leads";

demo().catch((error: Error) => {
  console.error(toLines(error));
  process.exitCode = 1;
});

/**
 * Fills the project Demo of a running copy with a week of a shop, or removes what it filled. The receivers of its
 * endpoints are Hookyard's own, so nothing of it has to run on.
 */
async function demo(): Promise<void> {
  const { again, remove } = values;
  if (again && remove) throw new StartupError("Give --again or --remove, not both.");
  const runtime = await createCommandRuntime(readEnv(), { does: "writes" });
  try {
    if (!remove)
      await refuseDistributed(runtime.databaseUrl, "The demo fills a database on one server, and this one is spread.");
    await alone(runtime, () => (remove ? removeAll(runtime) : fill(runtime)));
  } finally {
    await runtime.close();
  }
}

async function alone(runtime: Runtime, work: () => Promise<void>): Promise<void> {
  const client = await runtime.db.pool.connect();
  try {
    const { rows } = await client.query<{ leads: boolean }>(TRY_TO_LEAD);
    if (!rows[0]?.leads)
      throw new StartupError("Another process fills or removes the demo: wait until that has ended.");
    await work();
  } finally {
    // The lock ends with its connection.
    client.release(true);
  }
}

async function fill(runtime: Runtime): Promise<void> {
  const project = await openDemoProject(runtime, { fresh: values.again });
  try {
    const endpoints = await prepare(runtime, project);
    console.log(whereToLook(runtime.publicUrl, project, endpoints));
  } finally {
    await project.close();
  }
}

/** Fills the project if it is not full, and says so. Returns the ids of its endpoints. */
async function prepare(runtime: Runtime, project: DemoProject): Promise<DemoEndpointIds> {
  const { name } = project;
  if (await isFilled(project)) {
    const { endpoints, receivers } = await ensureEndpoints(project);
    await sendMetaEvents(project, receivers);
    console.log(
      `The project ${name} is there already: its receivers last another 30 days. \`npm run demo -- --again\` fills a fresh project.`,
    );
    return endpoints;
  }
  const startedAt = performance.now();
  const endpoints = await fillDemo(runtime, project, (line) => console.log(line));
  console.log(`The project ${name} is full, after ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
  return endpoints;
}

async function removeAll(runtime: Runtime): Promise<void> {
  const names = await removeDemos(systemContext(runtime));
  console.log(names.length === 0 ? "There is no demo to remove." : `Removed, with all in it: ${names.join(", ")}.`);
}

function whereToLook(url: string, { projectID }: DemoProject, endpoints: DemoEndpointIds): string {
  const place = `${url}/projects/${projectID}`;
  const week = `?startDate=${lastSevenDays(new Date()).from.toISOString().slice(0, 10)}`;
  return [
    "",
    "Look at",
    `  the week                         ${place}${week}`,
    `  the incident two days ago        ${place}/endpoints/${endpoints[TROUBLED]}${week}`,
    `  the replay after it              ${place}/replays`,
    `  deliveries that failed           ${place}/deliveries?status=Failure`,
    `  endpoints, one down, one paused  ${place}/endpoints`,
    `  what the receivers received      ${place}/receivers`,
    "",
    "Its receivers are Hookyard's own and last 30 days: what you resend will succeed. To take all of it away:",
    "",
    "  npm run demo -- --remove",
  ].join("\n");
}

function toLines(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  return [error.message, ...error.fields.map(({ path, message }) => `${path}: ${message}`)].join("\n");
}
