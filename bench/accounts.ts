import { type Account, UNFINISHED } from "@/bench/ledger";
import { type ApiClient, unwrap } from "@/lib/api/client";
import type { DeliveryStatus, EventStatus } from "@/lib/kernel/vocabulary";
import type { Page } from "@/lib/wire/fields";

/** A project as its API shows it; with `since`, only what came after it. */
export type ProjectView = { client: ApiClient; projectID: string; since?: string };

/** Where it is looked up what became of events. */
export type Books = {
  /** Whether deliveries wait or are in flight. */
  isWaiting(): Promise<boolean>;
  /** The statuses of the deliveries of each event that has some. */
  readDeliveries(): Promise<Map<string, DeliveryStatus[]>>;
  readEvents(): Promise<Map<string, EventStatus>>;
};

const EACH = { view: "summary", perPage: 100, sort: "ASC" } as const;

/** What the books have of each of these events. */
export async function readAccounts(books: Books, uids: Iterable<string>): Promise<Map<string, Account>> {
  const deliveries = await books.readDeliveries();
  const accounts = new Map<string, Account>();
  let events: Map<string, EventStatus> | undefined;
  for (const uid of uids) {
    const own = deliveries.get(uid);
    if (own) {
      accounts.set(uid, { status: "Success", deliveries: own });
      continue;
    }
    events ??= await books.readEvents();
    const status = events.get(uid);
    accounts.set(uid, status === undefined ? null : { status, deliveries: [] });
  }
  return accounts;
}

/** What the API shows of a project, from its lists, page by page. */
export function shownBooks(project: ProjectView): Books {
  return {
    isWaiting: () => isWaiting(project),
    async readDeliveries() {
      const deliveries = new Map<string, DeliveryStatus[]>();
      for await (const { event_id, status } of listDeliveries(project)) {
        const known = deliveries.get(event_id);
        if (known) known.push(status);
        else deliveries.set(event_id, [status]);
      }
      return deliveries;
    },
    readEvents: () => readEvents(project),
  };
}

async function isWaiting({ client, projectID, since }: ProjectView): Promise<boolean> {
  const query = { view: "summary" as const, perPage: 1, ...startOf(since), status: [...UNFINISHED] };
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

async function readEvents({ client, projectID, since }: ProjectView): Promise<Map<string, EventStatus>> {
  const events = readPages((next_page_cursor) => {
    const params = { path: { projectID }, query: { ...EACH, ...startOf(since), next_page_cursor } };
    return unwrap(client.GET("/v1/projects/{projectID}/events", { params }));
  });
  const statuses = new Map<string, EventStatus>();
  for await (const { uid, status } of events) statuses.set(uid, status);
  return statuses;
}

async function* readPages<T>(readPage: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { content, pagination } = await readPage(cursor);
    yield* content;
    cursor = pagination.has_next_page ? pagination.next_page_cursor : undefined;
  } while (cursor !== undefined);
}
