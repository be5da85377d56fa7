import type { Account } from "@/bench/ledger";
import { type ApiClient, unwrap } from "@/lib/api/client";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { Page } from "@/lib/wire/fields";

/** A project as its API shows it; with `since`, only what came after it. */
export type ProjectView = { client: ApiClient; projectID: string; since?: string };

const EACH = { view: "summary", perPage: 100, sort: "ASC" } as const;

/** Reads what the API shows for each of these events, from its lists, page by page. */
export async function readAccounts(project: ProjectView, uids: Iterable<string>): Promise<Map<string, Account>> {
  const deliveries = new Map<string, DeliveryStatus[]>();
  for await (const { event_id, status } of listDeliveries(project)) {
    const known = deliveries.get(event_id);
    if (known) known.push(status);
    else deliveries.set(event_id, [status]);
  }
  const accounts = new Map<string, Account>();
  let events: Map<string, Account> | undefined;
  for (const uid of uids) {
    const own = deliveries.get(uid);
    if (own) {
      accounts.set(uid, { status: "Success", deliveries: own });
      continue;
    }
    events ??= await readEvents(project);
    accounts.set(uid, events.get(uid) ?? null);
  }
  return accounts;
}

/** Whether deliveries wait or are in flight. */
export async function isWaiting({ client, projectID, since }: ProjectView): Promise<boolean> {
  const query = {
    view: "summary" as const,
    perPage: 1,
    ...startOf(since),
    status: ["Scheduled", "Processing", "Retry"] as DeliveryStatus[],
  };
  const params = { path: { projectID }, query };
  const page = await unwrap(client.GET("/v1/projects/{projectID}/eventdeliveries", { params }));
  return page.content.length > 0;
}

function startOf(since: string | undefined) {
  return since === undefined ? {} : { startDate: since };
}

function listDeliveries({ client, projectID, since }: ProjectView) {
  return readPages((next_page_cursor) => {
    const params = { path: { projectID }, query: { ...EACH, ...startOf(since), next_page_cursor } };
    return unwrap(client.GET("/v1/projects/{projectID}/eventdeliveries", { params }));
  });
}

async function readEvents({ client, projectID, since }: ProjectView): Promise<Map<string, Account>> {
  const events = readPages((next_page_cursor) => {
    const params = { path: { projectID }, query: { ...EACH, ...startOf(since), next_page_cursor } };
    return unwrap(client.GET("/v1/projects/{projectID}/events", { params }));
  });
  const accounts = new Map<string, Account>();
  for await (const { uid, status } of events) accounts.set(uid, { status, deliveries: [] });
  return accounts;
}

async function* readPages<T>(readPage: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { content, pagination } = await readPage(cursor);
    yield* content;
    cursor = pagination.has_next_page ? pagination.next_page_cursor : undefined;
  } while (cursor !== undefined);
}
