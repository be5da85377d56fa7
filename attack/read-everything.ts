import { openWindow } from "@/attack/browser-window";
import type { Heard } from "@/attack/caller";
import type { Planted } from "@/attack/plant-canaries";
import type { Stage, Tenant } from "@/attack/stage";
import { ROUTES } from "@/lib/api/routes/registry";
import { ROLES } from "@/lib/kernel/vocabulary";

type Row = { uid?: string; delivery_id?: string };

const LISTS: Record<string, string> = {
  sourceID: "sources",
  endpointID: "endpoints",
  subscriptionID: "subscriptions",
  functionVersionID: "function-versions",
  receiverID: "receivers",
  deviceID: "devices",
  eventID: "events",
  eventDeliveryID: "eventdeliveries",
  metaEventID: "meta-events",
  keyID: "api-keys",
};

/**
 * Reads everything that every role may read, by the API and on the pages. Answers are collected in `stage.heard`;
 * returns the pages.
 */
export async function readEverything(stage: Stage, { receiving, sending }: Planted): Promise<Heard[]> {
  const pages: Heard[] = [];
  for (const tenant of [receiving, sending]) {
    const ids = await listIds(stage, tenant);
    for (const role of ROLES) {
      for (const caller of [tenant.keys[role], tenant.people[role]]) {
        for (const path of readPaths(ids)) await caller.ask("GET", path);
      }
    }
    const look = async (role: "viewer" | "admin") => {
      const browser = await openWindow(stage.copy.url, tenant.people[role]);
      for (const path of pagePaths(ids, role === "admin" ? 12 : 1)) {
        const text = await browser.read(path);
        pages.push({ who: role, what: `GET ${path}`, text });
      }
      await browser.close();
    };
    await Promise.all([look("viewer"), look("admin")]);
  }
  return pages;
}

type Ids = { projectID: string; of: Record<string, string[]> };

async function listIds(stage: Stage, { id }: Tenant): Promise<Ids> {
  const of: Record<string, string[]> = {};
  for (const [name, list] of Object.entries(LISTS)) {
    const { content } = await stage.owner.get<{ content: Row[] }>(`/v1/projects/${id}/${list}?perPage=100`);
    of[name] = content.map(({ uid }) => uid ?? "");
  }
  return { projectID: id, of };
}

function readPaths({ projectID, of }: Ids): string[] {
  return ROUTES.filter(({ method }) => method === "get").flatMap(({ path }) => {
    const [, name] = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
    const base = path.replace("{projectID}", projectID);
    if (name === undefined) return [base];
    return (of[name] ?? []).slice(0, /source|endpoint/.test(name) ? 12 : 3).map((id) => base.replace(`{${name}}`, id));
  });
}

const FIRST = ["deliveries", "events", "sources", "endpoints", "subscriptions", "meta-events"];
const PAGES = [
  "",
  "/alerts",
  "/incidents",
  "/devices",
  "/settings",
  "/settings/members",
  "/settings/api-keys",
  "/settings/alerting",
  "/settings/audit-log",
];

/** The pages of this many sources and endpoints. To a viewer all of them show the same. */
function pagePaths({ projectID, of }: Ids, count: number): string[] {
  const home = `/projects/${projectID}`;
  const things: Record<string, string[]> = {
    sources: (of.sourceID ?? []).slice(0, count),
    endpoints: (of.endpointID ?? []).slice(0, count),
    subscriptions: (of.subscriptionID ?? []).slice(0, 1),
    deliveries: (of.eventDeliveryID ?? []).slice(0, 1),
    events: (of.eventID ?? []).slice(0, 1),
    receivers: (of.receiverID ?? []).slice(0, 1),
    "meta-events": (of.metaEventID ?? []).slice(0, 1),
  };
  return [
    ...PAGES.map((path) => home + path),
    ...FIRST.map((list) => `${home}/${list}`),
    ...Object.entries(things).flatMap(([list, ids]) => ids.map((id) => `${home}/${list}/${id}`)),
  ];
}
