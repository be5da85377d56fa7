import { randomBytes } from "node:crypto";
import type { DemoPath } from "@/cli/demo/answers";
import type { DemoSourceName } from "@/cli/demo/events";
import type { DemoProject } from "@/cli/demo/open-project";
import { type DemoEndpoint, ENDPOINTS, ROUTES } from "@/cli/demo/routes";
import { SIGNATURE_HEADERS } from "@/cli/demo/sender";
import { unwrap } from "@/lib/api/client";
import type { CreateSource } from "@/lib/nouns/sources/schemas";
import type { CreateSubscription } from "@/lib/nouns/subscriptions/schemas";

/** A source, its URL for events, and their signing secret. */
type DemoSource = { uid: string; url: string; secret: string };
export type DemoSources = Record<DemoSourceName, DemoSource>;
export type DemoEndpointIds = Record<DemoPath, string>;

/** The end of every description, since the receivers may be gone when it is read. */
const WHOSE = "Received by `npm run demo`: while that is not running, connections are refused.";

/** Creates the sources, endpoints and subscriptions, as far as they are not there. Sources get new secrets. */
export async function setUpDemo(
  project: DemoProject,
  receiverUrl: string,
): Promise<{ sources: DemoSources; endpoints: DemoEndpointIds }> {
  const endpoints = await ensureEndpoints(project, receiverUrl);
  const sources: DemoSources = {
    shop: await ensureSigned(project, "Shop", SIGNATURE_HEADERS.shop),
    payments: await ensureSigned(project, "Payments", SIGNATURE_HEADERS.payments),
    github: await ensureGitHub(project),
  };
  for (const { path, source, ...subscription } of ROUTES) {
    await ensureSubscription(project, {
      ...subscription,
      endpoint_id: endpoints[path],
      source_id: sources[source].uid,
    });
  }
  return { sources, endpoints };
}

/** The address of an endpoint, which tells where the receivers of an earlier run listened; null before the first run. */
export async function findAddress({ client, projectID }: DemoProject): Promise<string | null> {
  const params = { path: { projectID }, query: { name: ENDPOINTS[0]?.name } };
  const { content } = await unwrap(client.GET("/v1/projects/{projectID}/endpoints", { params }));
  return content[0]?.url ?? null;
}

/** Creates the endpoints that are missing; those of an earlier run get the receiver's present address. */
export async function ensureEndpoints(project: DemoProject, receiverUrl: string): Promise<DemoEndpointIds> {
  const ids: Partial<DemoEndpointIds> = {};
  for (const endpoint of ENDPOINTS) ids[endpoint.path] = await ensureEndpoint(project, endpoint, receiverUrl);
  return ids as DemoEndpointIds;
}

async function ensureSigned(project: DemoProject, name: string, header: string): Promise<DemoSource> {
  const secret = newSecret();
  const hmac = { header, hash: "SHA256", encoding: "hex", secret } as const;
  const source = await ensureSource(project, {
    name,
    type: "http",
    verifier: { type: "hmac", hmac },
    idempotency_keys: ["request.body.id"],
  });
  return { uid: source.uid, url: source.url, secret };
}

async function ensureGitHub(project: DemoProject): Promise<DemoSource> {
  const secret = newSecret();
  const verifier = { type: "hmac", hmac: { secret } } as const;
  const source = await ensureSource(project, { name: "GitHub", type: "http", provider: "github", verifier });
  return { uid: source.uid, url: source.url, secret };
}

function newSecret(): string {
  return randomBytes(24).toString("hex");
}

async function ensureSource({ client, projectID }: DemoProject, source: CreateSource) {
  const path = { projectID };
  const { content } = await unwrap(
    client.GET("/v1/projects/{projectID}/sources", { params: { path, query: { name: source.name } } }),
  );
  const existing = content.find(({ name }) => name === source.name);
  if (!existing) return unwrap(client.POST("/v1/projects/{projectID}/sources", { params: { path }, body: source }));
  const { type: _, ...body } = source;
  const params = { path: { projectID, sourceID: existing.uid } };
  return unwrap(client.PUT("/v1/projects/{projectID}/sources/{sourceID}", { params, body }));
}

async function ensureEndpoint(
  { client, projectID }: DemoProject,
  { name, path: receiver, about }: DemoEndpoint,
  receiverUrl: string,
): Promise<string> {
  const path = { projectID };
  const body = { url: `${receiverUrl}${receiver}` };
  const { content } = await unwrap(
    client.GET("/v1/projects/{projectID}/endpoints", { params: { path, query: { name } } }),
  );
  const existing = content.find((endpoint) => endpoint.name === name);
  if (!existing) {
    const fields = { ...body, name, description: `${about} ${WHOSE}` };
    return (await unwrap(client.POST("/v1/projects/{projectID}/endpoints", { params: { path }, body: fields }))).uid;
  }
  if (existing.url !== body.url) {
    const params = { path: { projectID, endpointID: existing.uid } };
    await unwrap(client.PUT("/v1/projects/{projectID}/endpoints/{endpointID}", { params, body }));
  }
  return existing.uid;
}

async function ensureSubscription({ client, projectID }: DemoProject, subscription: CreateSubscription): Promise<void> {
  const path = { projectID };
  const { name } = subscription;
  const { content } = await unwrap(
    client.GET("/v1/projects/{projectID}/subscriptions", { params: { path, query: { name } } }),
  );
  if (content.some((existing) => existing.name === name)) return;
  await unwrap(client.POST("/v1/projects/{projectID}/subscriptions", { params: { path }, body: subscription }));
}
