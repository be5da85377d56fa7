import { parseArgs } from "node:util";
import { TROUBLED } from "@/cli/demo/answers";
import { fillDemo, isFilled } from "@/cli/demo/fill";
import { type DemoProject, openDemoProject } from "@/cli/demo/open-project";
import { lastSevenDays } from "@/cli/demo/past/rhythm";
import { type DemoReceiver, findReceiver, startReceiver } from "@/cli/demo/receiver";
import { type DemoEndpointIds, ensureEndpoints, findAddress } from "@/cli/demo/set-up";
import { ApiError } from "@/lib/api/client";
import { readEnv } from "@/lib/kernel/env";
import { createCommandRuntime } from "@/lib/program/create-runtime";
import type { Runtime } from "@/lib/program/runtime";

const { values } = parseArgs({ options: { again: { type: "boolean", default: false } } });

demo().catch((error: Error) => {
  console.error(toLines(error));
  process.exitCode = 1;
});

/**
 * Fills the project Demo of a running copy with a week of a shop, and runs the receivers of its endpoints until it is
 * interrupted. A project that is full already only gets its receivers back.
 */
async function demo(): Promise<void> {
  const runtime = await createCommandRuntime(readEnv(), { does: "writes" });
  const receiver = await open(runtime).finally(() => runtime.close());
  if (receiver === null) return;
  await untilInterrupted();
  await receiver.close();
}

/** Returns the running receivers; null if another process has them. */
async function open(runtime: Runtime): Promise<DemoReceiver | null> {
  const url = runtime.publicUrl;
  const project = await openDemoProject(runtime, { fresh: values.again });
  let receiver: DemoReceiver | null = null;
  try {
    const address = await findAddress(project);
    const running = address && (await findReceiver(url, address));
    if (running) {
      console.log(alreadyRunning(running));
      return null;
    }
    receiver = await startReceiver(url);
    const endpoints = await prepare(runtime, project, receiver.url);
    receiver.mend();
    console.log(whereToLook(url, project, endpoints));
    return receiver;
  } catch (error) {
    await receiver?.close();
    throw error;
  } finally {
    await project.close();
  }
}

/** Fills the project if it is not full, and says so. Returns the ids of its endpoints. */
async function prepare(runtime: Runtime, project: DemoProject, receiverUrl: string): Promise<DemoEndpointIds> {
  const { name } = project;
  if (await isFilled(project)) {
    console.log(
      `The project ${name} is there already: its receivers run again. \`npm run demo -- --again\` fills a fresh project.`,
    );
    return ensureEndpoints(project, receiverUrl);
  }
  const startedAt = performance.now();
  const endpoints = await fillDemo(runtime, project, { receiverUrl, say: (line) => console.log(line) });
  console.log(`The project ${name} is full, after ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
  return endpoints;
}

function alreadyRunning(pid: number): string {
  return `The demo runs already, in process ${pid}: leave it open. \`npm run demo -- --again\` fills a fresh project.`;
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
    "",
    "The receivers run until Ctrl-C: leave this open, and what you resend will succeed.",
  ].join("\n");
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}

function toLines(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  const details = error.fields.map(({ path, message }) => `${path}: ${message}`);
  if (!details.some((line) => line.includes("HOOKYARD_EGRESS_ALLOW"))) return [error.message, ...details].join("\n");
  return [
    "This copy of Hookyard does not deliver to its own machine, where the demo's receivers listen.",
    "Stop it, start it again with the following line, and run `npm run demo` once more:",
    "",
    "  HOOKYARD_EGRESS_ALLOW=127.0.0.0/8 npm run up",
  ].join("\n");
}
