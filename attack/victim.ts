import { request } from "@playwright/test";
import type { Pool } from "pg";
import type { Made } from "@/attack/caller";
import { equip, type Stage, type Tenant } from "@/attack/stage";
import type { TestProject } from "@/e2e/support/project";
import { seedProject } from "@/e2e/support/seed-project";
import { OWNER } from "@/e2e/support/server";

/** A project with one of everything in it, by the names of path parameters. */
export type Victim = Tenant & { ids: Record<string, string> };

/** Words that occur in the victim's resources and nowhere else. */
export const MARKS = ["orders-eu", "crm-sync", "legacy-erp", "analytics-paused", "warehouse"];

const LISTS: Record<string, string> = {
  keyID: "api-keys",
  memberID: "members",
  invitationID: "invitations",
  sourceID: "sources",
  endpointID: "endpoints",
  subscriptionID: "subscriptions",
  functionVersionID: "function-versions",
  deviceID: "devices",
  eventTypeID: "event-types",
  eventID: "events",
  eventDeliveryID: "eventdeliveries",
  replayID: "replays",
  alertID: "alerts",
  incidentID: "incidents",
  receiverID: "receivers",
  metaEventID: "meta-events",
};

/** A project for every page, created by the owner, in which nothing changes. */
export async function seed(stage: Stage): Promise<TestProject> {
  const context = await request.newContext({
    baseURL: stage.copy.url,
    extraHTTPHeaders: { cookie: stage.owner.cookieHeader(), "sec-fetch-site": "same-origin" },
  });
  const project = await seedProject(context, stage.copy.url, stage.receiver);
  await context.dispose();
  stage.receiver.answerWith(answerByPath);
  return project;
}

export async function makeVictim(stage: Stage): Promise<Victim> {
  const project = await seed(stage);
  const tenant = await equip(stage, project.id);
  const home = `/v1/projects/${project.id}`;
  await tenant.keys.admin.post(`${home}/devices`, { host_name: "victims-laptop" });
  const view = { list: "deliveries", name: "orders-eu", query: { status: "Failure" }, is_shared: true };
  const receiver = await tenant.keys.admin.post<Made & { url: string }>(`${home}/receivers`, { name: "orders-eu" });
  await fetch(new URL(new URL(receiver.url).pathname, stage.copy.url), { method: "POST", body: "warehouse" });
  const settings = { type: "webhook", url: `${stage.receiver.url}/alerts` };
  const { uid: alertRouteID } = await tenant.keys.admin.post(`${home}/alert-routes`, { name: "orders-eu", settings });
  await tenant.keys.admin.put(`${home}/alert-rules`, { oldest_waiting: { threshold: 86_400 } });
  const { uid: viewID } = await tenant.keys.admin.post(`${home}/views`, view);
  const handshakeID = await shakeHands(stage, tenant);
  const ids: Record<string, string> = { projectID: project.id, viewID, handshakeID, alertRouteID };
  for (const [name, list] of Object.entries(LISTS)) {
    const { content } = await stage.owner.get<{ content: (Made & { email?: string })[] }>(`${home}/${list}`);
    const one = content.find(({ email }) => email !== OWNER.email);
    if (!one) throw new Error(`The victim has no ${list}.`);
    ids[name] = one.uid;
  }
  ids.userID = ids.memberID ?? "";
  const versions = await stage.owner.get<{ content: Made[] }>(`${home}/event-types/${ids.eventTypeID}/versions`);
  ids.eventTypeVersionID = versions.content[0]?.uid ?? "";
  await tenant.keys.admin.put(`${home}/catalogue`, { title: "orders-eu" });
  const test = { delivery_id: ids.eventDeliveryID };
  ids.testID = (await tenant.keys.admin.post(`${home}/devices/${ids.deviceID}/tests`, test)).uid;
  return { ...tenant, ids };
}

/** Makes the victim's newest source, with a secret that its admins may still read. Returns the handshake's id. */
async function shakeHands({ copy }: Stage, { id, keys }: Tenant): Promise<string> {
  const home = `/v1/projects/${id}/sources`;
  const source = { name: "orders-eu", type: "http", provider: "notion" };
  const { uid, url } = await keys.admin.post<Made & { url: string }>(home, source);
  await keys.admin.post(`${home}/${uid}/handshake-window`, { expires_in: 3_600 });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ verification_token: "secret_warehouse_warehouse" });
  await fetch(new URL(new URL(url).pathname, copy.url), { method: "POST", headers, body });
  const { taken } = await keys.admin.get<{ taken: Made[] }>(`${home}/${uid}/handshakes`);
  return taken[0]?.uid ?? "";
}

/** A path that begins with a status gets it, one that begins with `/fails` 500, and any other 200. */
const answerByPath = ({ path }: { path: string }) =>
  Number(/^\/(\d{3})/.exec(path)?.[1] ?? (path.startsWith("/fails") ? 500 : 200));

const TABLES: Record<string, string> = {
  projects: "id",
  ...Object.fromEntries(
    [
      ...["project_members", "invitations", "sources", "endpoints", "endpoint_secrets", "subscriptions", "event_types"],
      ...[
        "events",
        "event_deliveries",
        "replays",
        "replay_items",
        "alerts",
        "meta_events",
        "views",
        "function_versions",
        "event_type_versions",
        "catalogues",
        "device_tests",
        "receivers",
        "receiver_requests",
        "alert_rules",
      ],
    ].map((table) => [table, "project_id"]),
  ),
};

/** The project's content, table by table, so that a change of any row shows. */
export async function fingerprint(db: Pool, projectId: string): Promise<Record<string, string>> {
  const parts = Object.entries(TABLES).map(
    ([table, column]) =>
      `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t where ${column} = $1) as ${table}`,
  );
  const keys = `(select md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by id)) from api_keys t where project_id = $1) as api_keys`;
  const devices = `(select md5(string_agg((to_jsonb(t) - 'last_seen_at')::text, '' order by id)) from devices t where project_id = $1) as devices`;
  const routes = `(select md5(string_agg((to_jsonb(t) - 'last_message_at')::text, '' order by id)) from alert_routes t where project_id = $1) as alert_routes`;
  const { rows } = await db.query(`select ${[...parts, keys, devices, routes].join(", ")}`, [projectId]);
  return rows[0];
}
