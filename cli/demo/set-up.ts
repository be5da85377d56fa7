import { randomBytes } from "node:crypto";
import type { DemoKey } from "@/cli/demo/answers";
import type { DemoSourceName } from "@/cli/demo/events";
import type { DemoProject } from "@/cli/demo/open-project";
import { type DemoReceivers, ensureReceivers } from "@/cli/demo/receivers";
import { type DemoEndpoint, ENDPOINTS, ROUTES } from "@/cli/demo/routes";
import { SIGNATURE_HEADERS } from "@/cli/demo/sender";
import { unwrap } from "@/lib/api/client";
import type { CreateSource } from "@/lib/nouns/sources/schemas";
import type { CreateSubscription } from "@/lib/nouns/subscriptions/schemas";

/** A source, its URL for events, and their signing secret. */
type DemoSource = { uid: string; url: string; secret: string };
export type DemoSources = Record<DemoSourceName, DemoSource>;
export type DemoEndpointIds = Record<DemoKey, string>;

/** What a demo project is made of. */
type DemoParts = { sources: DemoSources; endpoints: DemoEndpointIds; receivers: DemoReceivers };

/**
 * Creates the receivers, endpoints, sources and subscriptions, as far as they are not there. Sources get new secrets.
 */
export async function setUpDemo(project: DemoProject): Promise<DemoParts> {
  const { endpoints, receivers } = await ensureEndpoints(project);
  const sources: DemoSources = {
    shop: await ensureSigned(project, "Shop", SIGNATURE_HEADERS.shop),
    payments: await ensureSigned(project, "Payments", SIGNATURE_HEADERS.payments),
    github: await ensureGitHub(project),
  };
  for (const { key, source, ...subscription } of ROUTES) {
    await ensureSubscription(project, {
      ...subscription,
      endpoint_id: endpoints[key],
      source_id: sources[source].uid,
    });
  }
  return { sources, endpoints, receivers };
}

/** Creates the endpoints that are missing; one whose receiver had ended gets the address of the present one. */
export async function ensureEndpoints(project: DemoProject): Promise<Omit<DemoParts, "sources">> {
  const receivers = await ensureReceivers(project);
  const ids: Partial<DemoEndpointIds> = {};
  for (const endpoint of ENDPOINTS) {
    ids[endpoint.key] = await ensureEndpoint(project, endpoint, receivers.urls[endpoint.key]);
  }
  return { endpoints: ids as DemoEndpointIds, receivers };
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
  { name, about }: DemoEndpoint,
  url: string,
): Promise<string> {
  const path = { projectID };
  const { content } = await unwrap(
    client.GET("/v1/projects/{projectID}/endpoints", { params: { path, query: { name } } }),
  );
  const existing = content.find((endpoint) => endpoint.name === name);
  if (!existing) {
    const body = { url, name, description: about };
    return (await unwrap(client.POST("/v1/projects/{projectID}/endpoints", { params: { path }, body }))).uid;
  }
  if (existing.url !== url) {
    const params = { path: { projectID, endpointID: existing.uid } };
    await unwrap(client.PUT("/v1/projects/{projectID}/endpoints/{endpointID}", { params, body: { url } }));
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
