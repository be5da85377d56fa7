import { type ApiClient, unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import { HookyardError } from "@/lib/kernel/errors";
import type { RegisteredDevice } from "@/lib/nouns/devices/schemas";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

export type Session = {
  client: ApiClient;
  project: { uid: string; name: string };
  device: RegisteredDevice;
  subscription: Subscription;
};

type Wanted = {
  url: string;
  key: string;
  device: string;
  source?: string | undefined;
  events?: string[] | undefined;
  endpoint?: string | undefined;
};

/** Registers this machine in the key's project, or finds it, and subscribes it. */
export async function openSession({ url, key, device: host_name, source, events, endpoint }: Wanted): Promise<Session> {
  const client = createApiClient({ baseUrl: url.replace(/\/+$/, ""), apiKey: key });
  const { projects } = await unwrap(client.GET("/v1/me"));
  const [project] = projects;
  if (!project) throw new HookyardError("not_found", "The key's project was deleted.");
  if (project.role === "viewer") {
    throw new HookyardError("forbidden", "This key may only read. Use one of the role operator or admin.");
  }
  const path = { projectID: project.uid };
  const device = await unwrap(
    client.POST("/v1/projects/{projectID}/devices", {
      params: { path },
      body: { host_name, ...(endpoint !== undefined && { endpoint_id: endpoint }) },
    }),
  );
  const subscription = await unwrap(
    client.POST("/v1/projects/{projectID}/devices/{deviceID}/listen", {
      params: { path: { ...path, deviceID: device.uid } },
      body: {
        ...(source !== undefined && { source_id: source }),
        ...(events !== undefined && { event_types: events }),
      },
    }),
  );
  return { client, project, device, subscription };
}

/** Completes `4000`, `localhost:4000/hook` and the like. */
export function toHttpUrl(text: string): string {
  if (/^\d+(?:\/|$)/.test(text)) return `http://localhost:${text}`;
  return /^https?:\/\//i.test(text) ? text : `http://${text}`;
}
