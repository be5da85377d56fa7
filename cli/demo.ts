import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type DemoProject, openDemoProject } from "@/cli/demo/open-project";
import { startReceiver } from "@/cli/demo/receiver";
import { sendEvents } from "@/cli/demo/send-events";
import { setUpDemo } from "@/cli/demo/set-up";
import { ApiError, unwrap } from "@/lib/api/client";
import { readEnv } from "@/lib/kernel/env";

const EVENTS = 200;
const LOOK_MS = 500;
const PATIENCE_MS = 30_000;

const { values } = parseArgs({ options: { stay: { type: "boolean", default: false } } });

demo().catch((error: Error) => {
  console.error(toLines(error));
  process.exitCode = 1;
});

/**
 * Fills the project Demo of a running copy with activity: events of a shop and of GitHub, and receivers that answer in
 * various ways.
 */
async function demo(): Promise<void> {
  const project = await openDemoProject(readEnv());
  const receiver = await startReceiver();
  try {
    const sources = await setUpDemo(project, receiver.url);
    const startedAt = new Date();
    console.log(`Sending ${EVENTS} events to the project Demo at ${project.url} …`);
    await sendEvents(sources, EVENTS);
    const counts = await waitUntilQuiet(project, startedAt);
    console.log(whereToLook(project, counts));
    if (!values.stay) return;
    receiver.mend();
    await untilInterrupted();
  } finally {
    await project.close();
    await receiver.close();
  }
}

/**
 * Waits until no delivery of this run is due or in flight, for a bounded time; returns how many there are by status.
 */
async function waitUntilQuiet(project: DemoProject, startedAt: Date): Promise<Map<string, number>> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const counts = await countByStatus(project, startedAt);
    const isQuiet = !["Scheduled", "Processing", "Retry"].some((status) => counts.has(status));
    if (isQuiet || Date.now() > end) return counts;
    await pause(LOOK_MS);
  }
}

async function countByStatus({ client, projectID }: DemoProject, startedAt: Date): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const query = {
      view: "summary",
      perPage: 100,
      startDate: startedAt.toISOString(),
      next_page_cursor: cursor,
    } as const;
    const page = await unwrap(
      client.GET("/v1/projects/{projectID}/eventdeliveries", { params: { path: { projectID }, query } }),
    );
    for (const { status } of page.content) counts.set(status, (counts.get(status) ?? 0) + 1);
    cursor = page.pagination.has_next_page ? page.pagination.next_page_cursor : undefined;
  } while (cursor !== undefined);
  return counts;
}

function whereToLook({ url, projectID }: DemoProject, counts: Map<string, number>): string {
  const place = `${url}/projects/${projectID}`;
  const deliveries = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  const end = values.stay
    ? "The receivers stay until Ctrl-C and are mended: resend a failed delivery and see it succeed."
    : "The receivers have ended: `npm run demo -- --stay` keeps them, mended, so that resending succeeds.";
  return [
    `Deliveries: ${deliveries}.`,
    "",
    "Look at",
    `  all deliveries           ${place}/deliveries`,
    `  those that failed        ${place}/deliveries?status=Failure`,
    `  events, some unwanted    ${place}/events`,
    `  endpoints and sources    ${place}/endpoints   ${place}/sources`,
    "",
    end,
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
    "This copy of Hookyard does not deliver to its own machine, where the demo's receiver listens.",
    "Stop it, start it again with the following line, and run `npm run demo` once more:",
    "",
    "  HOOKYARD_EGRESS_ALLOW=127.0.0.0/8 npm run up",
  ].join("\n");
}
