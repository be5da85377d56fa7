import { type DemoKey, FIRST_REFUSED, TODAY, toBody } from "@/cli/demo/answers";
import type { DemoProject } from "@/cli/demo/open-project";
import { ENDPOINTS } from "@/cli/demo/routes";
import { unwrap } from "@/lib/api/client";
import type { CreateReceiver } from "@/lib/nouns/receivers/schemas";

/** As long as a receiver of Hookyard may last. */
const DAYS = 30;
const META = "Meta events";

/** The addresses of the receivers, by the keys of their endpoints, and the one that meta events are sent to. */
export type DemoReceivers = { urls: Record<DemoKey, string>; metaUrl: string };

/**
 * Makes the receivers that are missing, and lets each that is there last 30 days from now. What was changed of those by
 * hand stays. They are receivers of Hookyard's own, so they answer without this process.
 */
export async function ensureReceivers(project: DemoProject): Promise<DemoReceivers> {
  const existing = await listReceivers(project);
  const ensure = async (wanted: WantedReceiver): Promise<string> => {
    const found = existing.find(({ name }) => name === wanted.name);
    return found ? prolong(project, found.uid) : make(project, wanted);
  };
  const urls: Partial<Record<DemoKey, string>> = {};
  for (const { key, name } of ENDPOINTS) urls[key] = await ensure(toReceiver(key, name));
  return { urls: urls as Record<DemoKey, string>, metaUrl: await ensure({ name: META }) };
}

type WantedReceiver = Pick<CreateReceiver, "name"> & Partial<Pick<CreateReceiver, "answer" | "fail_next">>;

function toReceiver(key: DemoKey, name: string): WantedReceiver {
  const { status, takesMs } = TODAY[key];
  const answer = { status, delay_ms: takesMs, content_type: "application/json", body: toBody(TODAY[key]) };
  return { name, answer: { ...answer, retry_after: null }, fail_next: FIRST_REFUSED[key] ?? 0 };
}

async function listReceivers({ client, projectID }: DemoProject) {
  // A project has no more.
  const params = { path: { projectID }, query: { perPage: 20 } };
  return (await unwrap(client.GET("/v1/projects/{projectID}/receivers", { params }))).content;
}

async function make({ client, projectID }: DemoProject, wanted: WantedReceiver): Promise<string> {
  const body = { ...wanted, expires_in_days: DAYS };
  const params = { path: { projectID } };
  return (await unwrap(client.POST("/v1/projects/{projectID}/receivers", { params, body }))).url;
}

async function prolong({ client, projectID }: DemoProject, receiverID: string): Promise<string> {
  const params = { path: { projectID, receiverID } };
  const body = { expires_in_days: DAYS };
  return (await unwrap(client.PUT("/v1/projects/{projectID}/receivers/{receiverID}", { params, body }))).url;
}
