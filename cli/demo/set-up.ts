import { randomBytes } from "node:crypto";
import type { DemoProject } from "@/cli/demo/open-project";
import type { TEMPERS } from "@/cli/demo/receiver";
import { unwrap } from "@/lib/api/client";
import type { CreateSource } from "@/lib/nouns/sources/schemas";
import type { CreateSubscription } from "@/lib/nouns/subscriptions/schemas";

/** The URL for events, and their signing secret. */
export type DemoSource = { url: string; secret: string };
export type DemoSources = { shop: DemoSource; github: DemoSource };

type Route = { endpoint: string; path: keyof typeof TEMPERS; source: "shop" | "github" } & Pick<
  CreateSubscription,
  "name" | "filter_config" | "retry_config"
>;

const ROUTES: Route[] = [
  {
    name: "Orders to fulfilment",
    endpoint: "Fulfilment",
    path: "/fulfilment",
    source: "shop",
    filter_config: { event_types: ["order.*"] },
  },
  {
    name: "Invoices to accounting",
    endpoint: "Accounting (refuses large ones)",
    path: "/accounting",
    source: "shop",
    filter_config: { event_types: ["invoice.*"] },
    retry_config: { type: "linear", duration: 3, retry_count: 2 },
  },
  {
    name: "Large amounts to the warehouse",
    endpoint: "Data warehouse (slow)",
    path: "/warehouse",
    source: "shop",
    filter_config: { event_types: ["*"], filter: { body: { data: { total: { $gte: 250 } } } } },
  },
  {
    name: "Work on main to the builds",
    endpoint: "Builds (busy at first)",
    path: "/builds",
    source: "github",
    filter_config: {
      event_types: ["push", "pull_request"],
      filter: { body: { $or: [{ ref: "refs/heads/main" }, { action: { $in: ["opened", "synchronize"] } }] } },
    },
    retry_config: { type: "linear", duration: 2, retry_count: 5 },
  },
];

/** Creates the sources, endpoints and subscriptions; endpoints of an earlier run get the receiver's present address. */
export async function setUpDemo(project: DemoProject, receiverUrl: string): Promise<DemoSources> {
  const [shopSecret, githubSecret] = [randomBytes(24).toString("hex"), randomBytes(24).toString("hex")];
  const hmac = { header: "X-Shop-Signature", hash: "SHA256", encoding: "hex", secret: shopSecret } as const;
  const shop = await ensureSource(project, {
    name: "Shop",
    type: "http",
    verifier: { type: "hmac", hmac },
    idempotency_keys: ["request.body.id"],
  });
  const github = await ensureSource(project, {
    name: "GitHub",
    type: "http",
    provider: "github",
    verifier: { type: "hmac", hmac: { secret: githubSecret } },
  });
  const sources = { shop, github };
  for (const { endpoint, path, source, ...subscription } of ROUTES) {
    const endpoint_id = await ensureEndpoint(project, endpoint, `${receiverUrl}${path}`);
    await ensureSubscription(project, { ...subscription, endpoint_id, source_id: sources[source].uid });
  }
  return {
    shop: { url: shop.url, secret: shopSecret },
    github: { url: github.url, secret: githubSecret },
  };
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

async function ensureEndpoint({ client, projectID }: DemoProject, name: string, url: string): Promise<string> {
  const path = { projectID };
  const { content } = await unwrap(
    client.GET("/v1/projects/{projectID}/endpoints", { params: { path, query: { name } } }),
  );
  const existing = content.find((endpoint) => endpoint.name === name);
  if (existing) {
    const params = { path: { projectID, endpointID: existing.uid } };
    await unwrap(client.PUT("/v1/projects/{projectID}/endpoints/{endpointID}", { params, body: { url } }));
    return existing.uid;
  }
  const made = await unwrap(
    client.POST("/v1/projects/{projectID}/endpoints", { params: { path }, body: { name, url } }),
  );
  return made.uid;
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
