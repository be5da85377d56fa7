import type { DemoProject } from "@/cli/demo/open-project";
import { incidentBefore } from "@/cli/demo/past/rhythm";
import { writePast } from "@/cli/demo/past/write-past";
import { REPLAY, replayIncident, sendPresent, waitForBreaker } from "@/cli/demo/present";
import { PAUSED } from "@/cli/demo/routes";
import { type DemoEndpointIds, setUpDemo } from "@/cli/demo/set-up";
import { addRemarks, sendMetaEvents } from "@/cli/demo/surroundings";
import { unwrap } from "@/lib/api/client";
import { onePool } from "@/lib/db/placement/shards";
import { soleRow } from "@/lib/db/sole-row";
import { createFunctionRunner } from "@/lib/functions/function-runner";
import type { Runtime } from "@/lib/program/runtime";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** Whether a demo project has all that it shows: its replay comes last. */
export async function isFilled({ client, projectID }: DemoProject): Promise<boolean> {
  const params = { path: { projectID }, query: { status: ["Completed" as const] } };
  const { content } = await unwrap(client.GET("/v1/projects/{projectID}/replays", { params }));
  return content.some(({ name }) => name === REPLAY);
}

/**
 * Fills a demo project: what it is made of, seven days of the past, and what arrives now. Continues where an
 * interrupted run ended; a past that is there is not written again. Returns the ids of the endpoints.
 */
export async function fillDemo(
  runtime: Runtime,
  project: DemoProject,
  say: (line: string) => void,
): Promise<DemoEndpointIds> {
  const { sources, endpoints, receivers } = await setUpDemo(project);
  const before = await readSnapshot(runtime, project);
  await pause(project, endpoints);
  const since = await readSnapshot(runtime, project);
  const now = new Date();
  if (!(await hasPast(project))) {
    say("Writing seven days of history …");
    const runner = createFunctionRunner();
    try {
      const { pool } = runtime.db;
      await writePast({ pool, runner, sources, endpoints, before, since, now, random: Math.random });
    } finally {
      await runner.close();
    }
  }
  await sendMetaEvents(project, receivers);
  await addRemarks(project, endpoints);
  say("Sending events …");
  await sendPresent(sources);
  await waitForBreaker(project, endpoints);
  await replayIncident(project, endpoints, incidentBefore(now));
  return endpoints;
}

async function hasPast({ client, projectID }: DemoProject): Promise<boolean> {
  const params = { path: { projectID }, query: { perPage: 1 } };
  return (await unwrap(client.GET("/v1/projects/{projectID}/events", { params }))).content.length > 0;
}

async function pause({ client, projectID }: DemoProject, endpoints: DemoEndpointIds): Promise<void> {
  const params = { path: { projectID, endpointID: endpoints[PAUSED] } };
  const { status } = await unwrap(client.GET("/v1/projects/{projectID}/endpoints/{endpointID}", { params }));
  if (status === "active") {
    await unwrap(client.PUT("/v1/projects/{projectID}/endpoints/{endpointID}/pause", { params }));
  }
}

async function readSnapshot({ db, box }: Runtime, { projectID }: DemoProject): Promise<ProjectSnapshot> {
  const snapshot = await new SnapshotCache(onePool(db.pool), box).get(projectID);
  return soleRow(snapshot ? [snapshot] : []);
}
