import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { dayAt } from "@/lib/kernel/day";
import { newId } from "@/lib/kernel/ids";
import { findKnownDays } from "@/lib/nouns/kinds/find-days";
import { findSubscriptions } from "@/lib/nouns/kinds/find-subscriptions";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const [shop, billing, one, two] = [newId(), newId(), newId(), newId()];
const today = dayAt(new Date());
type Kind = { day?: number; source: string | null; subscription: string | null; type?: string | null };

/** The subscriptions that stand for deliveries of the shop, in a project with these kinds. */
async function ask(kinds: readonly Kind[], { first = today, filter = {} } = {}): Promise<string[] | null> {
  const { db } = database;
  const projectId = newId();
  const rows = kinds.map(({ day = today, source, subscription, type = "order.paid" }) => ({
    project_id: projectId,
    day,
    event_type: type,
    source_id: source,
    endpoint_id: subscription === null && source === null ? null : newId(),
    subscription_id: subscription,
  }));
  await db.insertInto("kinds").values(rows).execute();
  const sourceId = [shop];
  const known = await findKnownDays(db, projectId, { sourceId, ...filter });
  const subscriptionsIn = await findSubscriptions(db, projectId, { known, filter: { sourceId, ...filter } });
  return subscriptionsIn({ first, last: today });
}

it("names the subscriptions of a source if nothing else went through them", async () => {
  const kinds = [
    { source: shop, subscription: one },
    { source: billing, subscription: two },
  ];
  expect(await ask(kinds)).toEqual([one]);
  expect(await ask([...kinds, { source: shop, subscription: two, day: today - 1 }])).toEqual([one]);
  expect(await ask([{ source: billing, subscription: two }])).toEqual([]);
});

it("names none if a subscription took two sources, or deliveries were made for none", async () => {
  const wanted = { source: shop, subscription: one };
  expect(await ask([wanted, { source: billing, subscription: one }])).toBeNull();
  expect(await ask([wanted, { source: null, subscription: one }])).toBeNull();
  expect(await ask([wanted, { source: shop, subscription: null }])).toBeNull();
  const others = [wanted, { source: billing, subscription: one, type: "invoice.paid" }];
  expect(await ask(others, { filter: { event_type: "order.paid" } })).toEqual([one]);
});

it("names none if a day of the window is not known", async () => {
  const wanted = { source: shop, subscription: one };
  expect(await ask([wanted], { first: today - 1 })).toBeNull();
  expect(await ask([wanted, { source: null, subscription: null, type: null }])).toBeNull();
});
