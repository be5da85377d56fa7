import type { Api } from "@/bench/api";
import type { Account } from "@/bench/ledger";
import type { EventDelivery } from "@/lib/deliveries/schemas";
import type { Event } from "@/lib/events/schemas";
import type { Page } from "@/lib/fields";
import type { DeliveryStatus } from "@/lib/vocabulary";

const WAITING = ["Scheduled", "Processing", "Retry"];

/** Reads what the API tells of each of these events, from its lists, page by page. */
export async function readAccounts(api: Api, uids: Iterable<string>): Promise<Map<string, Account>> {
  const deliveries = new Map<string, DeliveryStatus[]>();
  for await (const delivery of readList<EventDelivery>(api, "/eventdeliveries")) {
    const known = deliveries.get(delivery.event_id);
    if (known) known.push(delivery.status);
    else deliveries.set(delivery.event_id, [delivery.status]);
  }
  const accounts = new Map<string, Account>();
  let events: Map<string, Account> | undefined;
  for (const uid of uids) {
    const own = deliveries.get(uid);
    if (own) {
      accounts.set(uid, { status: "Success", deliveries: own });
      continue;
    }
    events ??= await readEvents(api);
    accounts.set(uid, events.get(uid) ?? null);
  }
  return accounts;
}

async function readEvents(api: Api): Promise<Map<string, Account>> {
  const events = new Map<string, Account>();
  for await (const { uid, status } of readList<Event>(api, "/events")) events.set(uid, { status, deliveries: [] });
  return events;
}

/** Whether deliveries wait or are under way. */
export async function isWaiting(api: Api): Promise<boolean> {
  const query = new URLSearchParams([["view", "summary"], ["perPage", "1"], ...WAITING.map((one) => ["status", one])]);
  const page = await api.get<Page<EventDelivery>>(`/eventdeliveries?${query}`);
  return page.content.length > 0;
}

async function* readList<T>(api: Api, path: string): AsyncGenerator<T> {
  const query = new URLSearchParams({ view: "summary", perPage: "100", sort: "ASC" });
  for (;;) {
    const { content, pagination } = await api.get<Page<T>>(`${path}?${query}`);
    yield* content;
    if (!pagination.has_next_page) return;
    query.set("next_page_cursor", pagination.next_page_cursor);
  }
}
