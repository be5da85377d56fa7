import { setTimeout as pause } from "node:timers/promises";
import type { ProjectView } from "@/bench/accounts";
import type { Copy } from "@/bench/copy";
import { unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import type { ProjectType } from "@/lib/kernel/vocabulary";

const LOOK_MS = 200;

/** A project with the settings that every project has. */
export async function openFaultProject(copy: Copy, type: ProjectType): Promise<ProjectView> {
  const { project_id: projectID, api_key: apiKey } = await copy.init("Fault", type);
  return { client: createApiClient({ baseUrl: copy.url, apiKey }), projectID };
}

/** Waits until a source that Hookyard reads itself is read. */
export async function waitUntilConnected({ client, projectID }: ProjectView, sourceID: string): Promise<void> {
  const params = { path: { projectID, sourceID } };
  for (;;) {
    const { state } = await unwrap(client.GET("/v1/projects/{projectID}/sources/{sourceID}/health", { params }));
    if (state === "connected") return;
    await pause(LOOK_MS);
  }
}
