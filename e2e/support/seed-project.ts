import { type APIRequestContext, expect } from "@playwright/test";
import { createProject, type TestProject } from "@/e2e/support/project";
import type { Receiver as TestReceiver } from "@/e2e/support/receiver";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { Receiver } from "@/lib/nouns/receivers/schemas";
import type { Replay } from "@/lib/nouns/replays/schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

/** A slow machine delivers late. */
const IN_TIME = { timeout: 30_000 };
const ENDPOINTS = { "orders-eu": "200", "crm-sync": "500", "legacy-erp": "410", "analytics-paused": "200" };

/**
 * Creates a project with one of everything that does not change: deliveries of every lasting status, with meta events.
 */
export async function seedProject(
  request: APIRequestContext,
  url: string,
  receiver: TestReceiver,
): Promise<TestProject> {
  // Requests of another part of a run that are still in flight have other paths.
  receiver.answerWith(({ path }) => Number(/^\/(\d{3})$/.exec(path)?.[1] ?? 200));
  const project = await createProject(request, url, "incoming");
  const meta = { is_enabled: true, url: `${receiver.url}/204`, secret: "what signs the meta events" };
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 }, meta_event: meta } });
  const source = await project.makeSource({ idempotency_keys: ["request.body.id"] });
  await project.makeSource({ name: "switched off", is_disabled: true });
  for (const [name, status] of Object.entries(ENDPOINTS)) {
    const endpoint = await project.makeEndpoint({ name, url: `${receiver.url}/${status}` });
    if (name.endsWith("paused")) await project.ask("PUT", `endpoints/${endpoint.uid}/pause`);
    await project.subscribe({ source, endpoint }, ["order.*"]);
  }
  const settled = (expected: Partial<Record<DeliveryStatus, number>>) =>
    expect
      .poll(async () => {
        const statuses = Object.keys(expected) as DeliveryStatus[];
        const counts = statuses.map(async (one) => [one, (await project.listDeliveries(one)).length]);
        return Object.fromEntries(await Promise.all(counts));
      }, IN_TIME)
      .toEqual(expected);
  await project.send(source, { id: 1, type: "order.created", customer: { name: "Ada", vip: true, note: null } });
  await settled({ Success: 1, Retry: 1, Failure: 1, Scheduled: 1 });
  await project.send(source, { id: 2, type: `order.updated.with-a-name-that-is-${"very-".repeat(12)}long` });
  await project.send(source, { id: 2, type: "order.updated" });
  await project.send(source, { id: 3, type: "customer.created" });
  await settled({ Success: 2, Retry: 2, Failure: 1, Scheduled: 2, Discarded: 1 });
  await seedWatching(project, source.uid, `${receiver.url}/503`);
  return project;
}

/** An alert, a replay that skipped something, an invited person, and event types. */
async function seedWatching(project: TestProject, sourceID: string, failing: string): Promise<void> {
  const endpoint = await project.makeEndpoint({
    name: "warehouse",
    url: failing,
    signature_algorithm: "hmac_and_ed25519",
  });
  const stock = { event_types: ["stock.*"] };
  const alert_config = { count: 1, threshold: "5m" };
  const between = { name: "stock", source_id: sourceID, endpoint_id: endpoint.uid };
  await project.ask("POST", "subscriptions", {
    ...between,
    filter_config: stock,
    alert_config,
    function: "function transform(payload) {\n  return { ...payload, checked: true };\n}\n",
  });
  const [source] = (await project.ask<Page<Source>>("GET", "sources?name=shop")).content;
  if (!source) throw new Error("The source is gone.");
  await project.send(source, { id: 4, type: "stock.low" });
  const count = async (path: string) => (await project.ask<Page<unknown>>("GET", path)).content.length;
  await expect.poll(() => count("alerts"), IN_TIME).toBe(1);
  await expect.poll(() => count("incidents"), IN_TIME).toBe(3);
  const filter = { status: ["Failure", "Discarded"] };
  const { uid } = await project.ask<Replay>("POST", "replays", { name: "After the outage", filter });
  const isAt = async () => (await project.ask<Replay>("GET", `replays/${uid}`)).status;
  await expect.poll(isAt, IN_TIME).toBe("Ready");
  await project.ask("POST", `replays/${uid}/run`);
  await expect.poll(isAt, IN_TIME).toBe("Completed");
  await project.invite("grace@example.com", "operator");
  const { url } = await project.ask<Receiver>("POST", "receivers", { name: "try-retries", fail_next: 1 });
  await fetch(url, { method: "POST", body: JSON.stringify({ total: 1 }) });
  const json_schema = { type: "object", required: ["id"] };
  await project.ask("POST", "event-types", { name: "order.created", category: "Orders", json_schema });
}

/** The addresses of every page of the project, with the newest of each resource and panels of three statuses. */
export async function listAddresses({ home, ask, listDeliveries }: TestProject): Promise<string[]> {
  const newest = async (noun: string) => (await ask<Page<{ uid: string }>>("GET", noun)).content[0]?.uid;
  const statuses: DeliveryStatus[] = ["Success", "Retry", "Scheduled"];
  const deliveries = await Promise.all(statuses.map(async (status) => (await listDeliveries(status))[0]?.uid));
  const below = [
    "",
    "/deliveries",
    "/deliveries?status=Processing",
    "/deliveries?code=5xx,timeout&minAttempts=2&maxLatency=0.5&ownerId=acme&startDate=2020-01-01",
    ...deliveries.map((id) => `/deliveries/${id}`),
    "/events",
    `/events/${await newest("events")}`,
    "/sources",
    "/sources/new",
    `/sources/${await newest("sources")}`,
    "/endpoints",
    "/endpoints/new",
    `/endpoints/${await newest("endpoints")}`,
    `/endpoints/${await newest("endpoints")}?tab=deliveries`,
    `/endpoints/${await newest("endpoints")}?tab=settings`,
    "/receivers",
    "/receivers/new",
    `/receivers/${await newest("receivers")}`,
    "/subscriptions",
    "/subscriptions/new",
    `/subscriptions/${await newest("subscriptions")}`,
    "/meta-events",
    `/meta-events/${await newest("meta-events")}`,
    "/replays",
    "/replays/new",
    `/replays/${await newest("replays")}`,
    "/alerts",
    "/ledger",
    "/incidents",
    `/incidents/${await newest("incidents")}`,
    "/event-types",
    "/event-types/new",
    "/event-types/import",
    `/event-types/${await newest("event-types")}`,
    "/events?q=ada&body=customer.vip:eq:true&startDate=2020-01-01",
    "/settings",
    "/settings/members",
    "/settings/alerting",
    "/settings/api-keys",
    "/settings/catalogue",
    "/settings/audit-log",
    `/settings/audit-log/${await newest("audit-log")}`,
  ];
  return [
    "/projects",
    "/projects/new",
    "/account",
    "/installation/health",
    "/installation/people",
    "/installation/alerting",
    "/installation/audit-log",
    ...below.map((path) => home + path),
  ];
}
